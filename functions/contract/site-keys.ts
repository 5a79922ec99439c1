/** Format of the setting TURNSTILE_SITE_KEYS, site keys by brand id: `partner-a=0x4AAA, vcp-x=`. */
export const SITE_KEYS = /^(?:\s*[a-z][a-z0-9-]*=[\w-]*\s*(?:,|$))*$/
/** Format of the setting TURNSTILE_SECRETS, secret keys by site key: `0x4AAA=0x4SSS, 0x4BBB=0x4TTT`. */
export const SECRETS = /^(?:\s*[\w-]+=[\w-]+\s*(?:,|$))*$/

const pairsOf = (setting: string): Map<string, string> =>
  new Map(setting.split(',').map((pair) => pair.trim().split('=') as [string, string]))

/** The site key that the setting gives a brand. Null switches Turnstile off; undefined leaves the registry's key. */
export function siteKeyOf(keys: string, brandId: string): string | null | undefined {
  if (!SITE_KEYS.test(keys)) return undefined
  const found = pairsOf(keys).get(brandId)
  return found === undefined ? undefined : found || null
}

/** The secret key of a widget; null where there is none. */
export const secretOf = (secrets: string, siteKey: string): string | null => pairsOf(secrets).get(siteKey) || null
