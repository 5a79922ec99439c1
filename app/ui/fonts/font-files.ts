import boardText from './board-text.css?url'

export { INTERFACE_FONT } from 'virtual:interface-fonts'

/** The style sheet with all slices of the board's font. */
export const BOARD_TEXT_STYLES = boardText
