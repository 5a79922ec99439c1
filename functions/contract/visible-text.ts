/**
 * What shows nothing on a screen: white space, control and format characters, fillers such as U+3164 that have the class of a letter, and
 * the empty braille pattern.
 */
const UNSEEN = String.raw`\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800`
const SEEN = new RegExp(`[^${UNSEEN}]`, 'u')

/** Whether a person who looks at a text sees anything. A text without anything to see counts as empty, in the browser and at the edge. */
export const isVisible = (text: string): boolean => SEEN.test(text)

const INVISIBLE = /(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** A text without its invisible characters; white space stays. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** Control characters (header and log injection) and bidi controls. */
const HARMFUL = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\ufeff]/gu

/** A text without harmful characters and unpaired surrogates, its line ends as `\n`. */
export const cleaned = (text: string): string => text.replace(/\r\n?/g, '\n').replace(HARMFUL, '').toWellFormed()
