import { siteKeyOf } from '../../functions/contract/site-keys'
import type { Brand } from '../brand/schema'

const known = new Map<string, Brand>()

/**
 * A brand as this deployment has it: its own Turnstile site key goes before the registry's.
 * @param siteKeys the var TURNSTILE_SITE_KEYS
 */
export function deployedBrand(brand: Brand, siteKeys: string): Brand {
  const siteKey = siteKeyOf(siteKeys, brand.id)
  if (siteKey === undefined) return brand
  const name = `${brand.id}=${siteKey}`
  const deployed = known.get(name) ?? { ...brand, turnstile: siteKey === null ? null : { siteKey } }
  known.set(name, deployed)
  return deployed
}
