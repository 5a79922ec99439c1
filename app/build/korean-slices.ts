/** Most letters of a slice, 3 to 4 KB. A page fetches most slices for one letter or two; smaller files would repeat what each has. */
const LETTERS_MAX = 16

const isHangul = (character: string) => character >= '가' && character <= '힣'

/** Every Hangul letter of a text, once. */
export const hangulOf = (text: string): Set<string> => new Set([...text].filter(isHangul))

/** The 2,350 letters of KS X 1001, the character set of everyday Korean, by code. */
function everydayHangul(): string[] {
  const decoder = new TextDecoder('euc-kr')
  const rows = Array.from({ length: 25 }, (_, row) => 0xb0 + row)
  const cells = Array.from({ length: 94 }, (_, cell) => 0xa1 + cell)
  return rows.flatMap((row) => cells.map((cell) => decoder.decode(Uint8Array.of(row, cell))))
}

/**
 * Cuts the Korean letters that the interface font has not into slices; no letter is in two of them. Letters of the entries come first, the
 * most frequent in front, then the rest of everyday Korean by code. Still rarer letters are in the slices that Pretendard brings along.
 * @param entries texts of the board, one for each entry
 * @returns the letters of each slice
 */
export function koreanSlices(interfaceGlyphs: string, entries: string[]): string[] {
  const entriesWith = new Map<string, number>()
  for (const letter of entries.flatMap((entry) => [...hangulOf(entry)]))
    entriesWith.set(letter, (entriesWith.get(letter) ?? 0) + 1)
  const frequent = [...entriesWith].toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
  const letters = new Set([...frequent.map(([letter]) => letter), ...everydayHangul()])
  for (const glyph of interfaceGlyphs) letters.delete(glyph)
  const all = [...letters]
  return Array.from({ length: Math.ceil(all.length / LETTERS_MAX) }, (_, slice) =>
    all.slice(slice * LETTERS_MAX, (slice + 1) * LETTERS_MAX).join(''),
  )
}
