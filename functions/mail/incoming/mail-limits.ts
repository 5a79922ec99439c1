import { MEGABYTE } from '../../contract/attachments.ts'

/* How much is read of an incoming mail (docs/contract.md#10); what memory it may take is in mail-memory.ts. */

/** What the platform takes; a mail that is larger never comes. */
export const MAIL_BYTES_MAX = 25 * MEGABYTE
export const PARTS_MAX = 100
/** Lines that begin like a delimiter of parts. Above this no mail is read; what a person writes has far fewer. */
export const DELIMITER_LINES_MAX = 2000
/** Parts in each other. */
export const NESTING_MAX = 10

/** All headers of a mail together, those of its parts included. */
export const HEADER_BYTES_MAX = 256 * 1024
/** In UTF-16 units, of the header with the sender: a name and an address, encoded. */
export const FROM_MAX = 2000
export const HEADER_ID_MAX = 300
export const REFERENCES_MAX = 4000

/** In UTF-16 units: what is read of HTML that has no text beside it. */
export const HTML_READ_MAX = 2_000_000
/** In UTF-16 units: what is shown among HTML of a text that has none beside it. */
export const TEXT_SHOWN_MAX = MEGABYTE
/** In UTF-16 units. Of a longer one the text remains. */
export const HTML_MAX = 500_000
/** Of HTML with more the text remains, because cleaning it takes a multiple of its size. */
export const TAGS_MAX = 10_000

/** Forwarded mails in each other that are opened. */
export const FORWARDED_DEPTH_MAX = 3
/** Bytes of a forwarded mail that is opened: it is in memory several times while it is parsed. */
export const FORWARDED_BYTES_MAX = 12 * MEGABYTE
/** In UTF-16 units, of the head of a forwarded mail that is shown. */
export const FORWARDED_HEAD_MAX = 300
