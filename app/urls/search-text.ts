/** Longest search in characters, as the board's own call has it (functions/contract/board.ts). */
export const SEARCH_TEXT_MAX = 100

/**
 * A search as it stands in an address: in Unicode's form NFC, without control characters, spaces single, at most 100
 * characters; nothing where it holds no letter and no digit.
 */
export function searchText(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const plain = text
    .normalize('NFC')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
  const cut = [...plain].slice(0, SEARCH_TEXT_MAX).join('').trim()
  return /[\p{L}\p{N}]/u.test(cut) ? cut : undefined
}
