import { INTERFACE_FONT } from 'virtual:interface-fonts'
import type { Locale } from '../../../functions/contract/languages'
import boardText from './board-text.css?url'

/**
 * The link that preloads the interface font of a language. Chromium waits up to 100 ms for a preloaded optional font, so that the first
 * paint has it (decision 033).
 */
export const interfaceFontPreload = (locale: Locale) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href: INTERFACE_FONT[locale] }) as const

/** The style sheet with all slices of the board's font. */
export const BOARD_TEXT_STYLES = boardText
