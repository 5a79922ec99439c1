/** Turnstile's site keys by brand id as a var holds them: `partner-a=0x4AAA, vcp-x=`. */
export const SITE_KEYS = /^(?:\s*[a-z][a-z0-9-]*=[\w-]*\s*(?:,|$))*$/

/** The site key that a deployment sets for a brand: null switches Turnstile off, undefined leaves it as the registry says. */
export function siteKeyOf(keys: string, brandId: string): string | null | undefined {
  const entry = SITE_KEYS.test(keys)
    ? keys
        .split(',')
        .map((part) => part.trim())
        .find((part) => part.startsWith(`${brandId}=`))
    : undefined
  return entry === undefined ? undefined : entry.slice(brandId.length + 1) || null
}
