/** An address below another one, with the same query. @param path begins with `/` */
export const withPath = (address: string, path: string): string => address.replace(/(?=\?|$)/, path)

type Value = string | number

/** An address with more of a query: `undefined` is left out, a list is repeated, an empty text stays. */
export const withQuery = (address: string, query: Record<string, Value | readonly Value[] | undefined>): string => {
  const pairs = Object.entries(query).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
  return pairs.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(pairs)}`
}
