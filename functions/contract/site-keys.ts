/** Format of the setting TURNSTILE_SITE_KEYS, site keys by brand id: `partner-a=0x4AAA, vcp-x=`. */
export const SITE_KEYS = /^(?:\s*[a-z][a-z0-9-]*=[\w-]*\s*(?:,|$))*$/

/** The site key that the setting gives a brand. Null switches Turnstile off; undefined leaves the registry's key. */
export function siteKeyOf(keys: string, brandId: string): string | null | undefined {
  if (!SITE_KEYS.test(keys)) return undefined
  const pairs = keys.split(',').map((pair) => pair.trim().split('='))
  const found = pairs.find(([id]) => id === brandId)
  return found && (found[1] || null)
}
