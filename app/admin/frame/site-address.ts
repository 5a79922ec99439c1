import { brandOfHost, brandWithId } from '../../../functions/brand/hosts'
import { isLoopback } from '../access/session'

/**
 * Where the pages of a brand are, for a link from the admin: empty where they are on the host of the request itself, which shows every
 * brand's admin but one brand's pages.
 * @param address of the request
 * @param brandId null: the pages of the host itself
 */
export function siteOf(address: string, brandId: string | null): string {
  const url = new URL(address)
  if (brandId === null || brandOfHost(url.hostname).id === brandId) return ''
  const { hosts, origin } = brandWithId(brandId)
  const own = isLoopback(url.hostname) && hosts.find(isLoopback)
  return own ? `http://${own}${url.port && `:${url.port}`}` : origin
}
