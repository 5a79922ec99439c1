// How many entries of a list are shown at a time (docs/specification.md#9), and how long a search text may be.

/** Entries on a page of a list. */
export const LIST_PAGE_SIZE = 10

/** Documents of the data page, and how many more each step shows. */
export const DOWNLOADS_STEP = 8

/** Rows on a page of the admin's inbox and log. */
export const ADMIN_PAGE_SIZE = 20

/** Characters of a search text, in an address as in a call of the API. */
export const SEARCH_TEXT_MAX = 100
