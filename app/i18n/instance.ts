import { createIsomorphicFn } from '@tanstack/react-start'
import { browserTexts } from './browser-texts'
import { i18nOf as i18next } from './i18next.server'

/** The texts of a language: i18next on the server; in the browser what a page needs of it, which is far less (decision 013). */
export const i18nOf = createIsomorphicFn().server(i18next).client(browserTexts)
