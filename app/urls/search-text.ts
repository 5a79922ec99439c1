import { SEARCH_TEXT_MAX } from '../../functions/contract/list-limits'

/**
 * Normalizes a search: Unicode NFC, no control characters, single spaces, at most 100 characters (UTF-16 units, as the API counts); undefined without a
 * letter or digit.
 */
export function searchText(text: string): string | undefined {
  const plain = text
    .normalize('NFC')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
  const cut = plain
    .slice(0, SEARCH_TEXT_MAX)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
  return /[\p{L}\p{N}]/u.test(cut) ? cut : undefined
}
