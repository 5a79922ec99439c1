const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * The entries of the country list that a text finds, the best first: by calling code, by the ISO code where countries share a calling code,
 * by the beginning of a name, by a part of one. All of them for an empty text.
 * @param lists names by value (docs/contract.md#6), in each language
 */
export function findCountries(text: string, lists: readonly Record<string, string>[]): string[] {
  const values = Object.keys(lists[0] ?? {})
  const wanted = plain(text)
  if (wanted === '') return values
  const [, digits] = /^\+?(\d+)$/.exec(wanted) ?? []
  const rankOf = (value: string): number => {
    const [code = '', iso = ''] = value.slice(1).toLowerCase().split(':')
    if (digits !== undefined) return code === digits ? 0 : code.startsWith(digits) ? 1 : -1
    const names = lists.map((list) => plain(list[value] ?? ''))
    if (iso === wanted) return 0
    return names.some((name) => name.startsWith(wanted)) ? 1 : names.some((name) => name.includes(wanted)) ? 2 : -1
  }
  return values
    .map((value) => ({ value, rank: rankOf(value) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ value }) => value)
}
