import { SEARCH_TEXT_MAX } from '../../functions/contract/list-limits'

/** A text in one line: Unicode NFC, no control characters, single spaces, at most `max` UTF-16 units. */
export function plainLine(text: string, max: number): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
  return plain
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

/** Normalizes a search to at most 100 characters, as the API counts; undefined without a letter or digit. */
export function searchText(text: string): string | undefined {
  const line = plainLine(text, SEARCH_TEXT_MAX)
  return /[\p{L}\p{N}]/u.test(line) ? line : undefined
}
