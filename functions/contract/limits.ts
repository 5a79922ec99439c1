/*
 * Limits that both sides apply (docs/specification.md#5 and #9, docs/contract.md#5 and #6): those of lists and searches. The limits of
 * files are in attachments.ts, those of the fields of a form in inquiry-fields.ts.
 */

export const MEGABYTE = 1_048_576

/** Entries on a page of a list. */
export const LIST_PAGE_SIZE = 10

/** Documents of the data page, and how many more each step shows. */
export const DOWNLOADS_STEP = 8

/** Characters of a search. */
export const SEARCH_TEXT_MAX = 100

/** A signed file reference or key; the upstream's own has at most 128 characters. */
export const SIGNED_MAX = 256
