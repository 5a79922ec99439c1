import boardText from './board-text.css?url'
import english from './interface-en.gen.woff2?url'
import korean from './interface-ko.gen.woff2?url'

/** The interface font of each language. */
export const INTERFACE_FONT = { ko: korean, en: english } as const

/** The style sheet with all slices of the board's font. */
export const BOARD_TEXT_STYLES = boardText
