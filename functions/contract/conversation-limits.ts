import { MEGABYTE } from './attachments.ts'

// How much an answer, a note and the replies to an inquiry may have (docs/contract.md#10).

/** In UTF-16 units. */
export const ANSWER_TEXT_MAX = 20_000
export const NOTE_TEXT_MAX = 5000
/** Characters that are kept of a reply; what is longer is cut, and it is said so. */
export const REPLY_TEXT_MAX = 100_000
/** Bytes of its cleaned HTML as JSON: a row of D1 has 2 MB for all of it. */
export const REPLY_HTML_BYTES_MAX = 1_550_000

/** Files of an answer together: the platform takes a message of 5 MiB, encoded. */
export const ANSWER_FILES_BYTES = 3.5 * MEGABYTE
export const ANSWER_FILES_MAX = 5
/** Addresses that get a copy of an answer, at most. */
export const ANSWER_CC_MAX = 5
/** What their field takes, in UTF-16 units: addresses with names. */
export const CC_FIELD_MAX = 2000

/** Replies to one inquiry within an hour of which operators are told; and the most that are taken. */
export const TOLD_REPLIES_MAX = 5
export const HOURLY_REPLIES_MAX = 50

/** What the replies to one inquiry may hold together, those that are proven and the others each: mails, characters, bytes of files. */
export const REPLIES_MAX = 200
export const REPLIES_CHARACTERS_MAX = 5_000_000
/** Of these, plain text: each of its characters may take six on the page of an inquiry. */
export const REPLIES_TEXT_MAX = 1_000_000
export const REPLIES_FILES_BYTES_MAX = 500 * MEGABYTE
