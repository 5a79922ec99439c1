/** Numbers that both sides keep (spec 5 and 9; contract: The edge's own API, Forms). */
export const MEGABYTE = 1_048_576

export const PAGE_SIZE = 10
export const DOWNLOADS_STEP = 8
export const NEW_BADGE_DAYS = 7
export const LIST_FRESH_SECONDS = 300
export const LIST_KEPT_SECONDS = 86_400

export const TEXT_MAX = 50
export const CONTENT_MAX = 2000

export const SALES_FILES_MAX = 5
export const SALES_FILE_BYTES_MAX = 10 * MEGABYTE
export const PARTNERSHIP_FILE_BYTES_MAX = 20 * MEGABYTE
/** Of one file of an upload, whichever form it belongs to (contract: 413). */
export const FILE_BYTES_MAX = 20 * MEGABYTE
export const UPLOAD_BYTES_MAX = 51 * MEGABYTE
export const JSON_BYTES_MAX = 65_536

/** File types a visitor may attach, by extension (spec 5). */
export const FILE_EXTENSIONS = ['ppt', 'pptx', 'pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx', 'xls', 'xlsx'] as const

/** No person fills in a form in less, counted from the first page with one (decision 015). */
export const HUMAN_MS_MIN = 3000

export const TOAST_MS = 2000
