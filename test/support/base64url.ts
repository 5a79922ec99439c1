const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Another text of the same bytes, for a text that ends with 32 bytes in base64url: the last of their 43 letters has two unused bits, which
 * are 0 where it is written and which many decoders ignore (RFC 4648, section 3.5).
 */
export const otherSpelling = (text: string): string => text.slice(0, -1) + LETTERS[LETTERS.indexOf(text.slice(-1)) + 1]
