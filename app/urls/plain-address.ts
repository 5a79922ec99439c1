/** Signs that mean the same whether they are escaped or not (RFC 3986, 2.3). */
const UNRESERVED = /[\w.~-]/

const SPACE = '%20'

/** The address with one spelling of its path (RFC 3986, 6.2.2): the router reads an escaped letter like a plain one, and no spaces at its end. */
export function plainAddress(url: URL): URL {
  const escaped = url.pathname.replaceAll(/%([\da-f]{2})/gi, (code, hex: string) => {
    const sign = String.fromCharCode(Number.parseInt(hex, 16))
    return UNRESERVED.test(sign) ? sign : code.toUpperCase()
  })
  let { length } = escaped
  while (escaped.endsWith(SPACE, length)) length -= SPACE.length
  const path = escaped.slice(0, length)
  if (path === url.pathname) return url
  const plain = new URL(url)
  plain.pathname = path
  return plain
}
