// Limits that both sides apply (docs/specification.md#5 and #9, docs/contract.md#5 and #6).
export const MEGABYTE = 1_048_576

export const PAGE_SIZE = 10
export const DOWNLOADS_STEP = 8
export const NEW_BADGE_DAYS = 7
export const LIST_FRESH_SECONDS = 300
/** How long a list may be served as last known good. */
export const LIST_KEPT_SECONDS = 86_400

/** Characters of a search. */
export const SEARCH_TEXT_MAX = 100

/** In UTF-16 units, as `maxlength` counts. */
export const TEXT_MAX = 50
export const CONTENT_MAX = 2000

/** A signed file reference or key; the upstream's own has at most 128 characters. */
export const SIGNED_MAX = 256
export const JSON_BYTES_MAX = 65_536

/** Minimum time that a person needs for a form, counted from the first page with a form (decision 015). */
export const HUMAN_MS_MIN = 3000

export const TOAST_MS = 2000
