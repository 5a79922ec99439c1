import boardText from './board-text.css?url'
import english from './interface-en.gen.woff2?url'
import korean from './interface-ko.gen.woff2?url'

/** The font of the interface: one a language. */
export const INTERFACE_FONT = { ko: korean, en: english } as const

/** The stylesheet of the slices for texts from outside the catalogues. */
export const BOARD_TEXT_STYLES = boardText
