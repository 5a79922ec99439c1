import { namedValues } from './named-values.ts'

/** Format of the setting TURNSTILE_SITE_KEYS, site keys by brand id: `partner-a=0x4AAA, vcp-x=`. */
export const SITE_KEYS = /^(?:\s*[a-z][a-z0-9-]*=[\w-]*\s*(?:,|$))*$/
/** Format of the setting TURNSTILE_SECRETS, secret keys by site key: `0x4AAA=0x4SSS, 0x4BBB=0x4TTT`. */
export const SECRETS = /^(?:\s*[\w-]+=[\w-]+\s*(?:,|$))*$/

/** The last value of a name; undefined where there is none. */
const valueOf = (setting: string, name: string): string | undefined =>
  namedValues(setting).findLast((entry) => entry.name === name)?.value

/** The site key that the setting gives a brand. Null switches Turnstile off; undefined leaves the registry's key. */
export function siteKeyOf(keys: string, brandId: string): string | null | undefined {
  if (!SITE_KEYS.test(keys)) return undefined
  const found = valueOf(keys, brandId)
  return found === undefined ? undefined : found || null
}

/** The secret key of a widget; null where there is none. */
export const secretOf = (secrets: string, siteKey: string): string | null => valueOf(secrets, siteKey) || null
