import { brandOfHost, brandWithId } from '../../../functions/brand/hosts'

/** A host of the machine itself (RFC 6761). */
const LOCAL = /(?:^|\.)localhost$/

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
  const isLocal = LOCAL.test(url.hostname) || url.hostname.startsWith('127.')
  const own = isLocal && hosts.find((host) => LOCAL.test(host))
  return own ? `http://${own}${url.port && `:${url.port}`}` : origin
}
