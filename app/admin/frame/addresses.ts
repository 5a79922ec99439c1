/** An address below another one, with the same query. @param path begins with `/` */
export const withPath = (address: string, path: string): string => address.replace(/(?=\?|$)/, path)

/** An address with more of a query. */
export const withQuery = (address: string, query: Record<string, string | number>): string => {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(pairs)}`
}
