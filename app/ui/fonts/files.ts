import english from 'interface-fonts/interface-en.woff2?url'
import korean from 'interface-fonts/interface-ko.woff2?url'
import boardText from './board-text.css?url'

/** The interface font of each language. */
export const INTERFACE_FONT = { ko: korean, en: english } as const

/** The style sheet with all slices of the board's font. */
export const BOARD_TEXT_STYLES = boardText
