import type { ComponentProps } from 'react'
import type { i18n } from 'i18next'
import { languageScript } from '../i18n/language-script'
import { LOCALE_QUERY } from '../i18n/locale'
import type { PageVisitor } from '../context/page-context'
import { speculationRules } from './speculation-rules'
import { dialogCommandsScript } from '../ui/dialog-commands'
import { fontScript } from '../ui/fonts/font-script'

interface HeadContext {
  visitor: PageVisitor
  i18n: i18n
}

/** Every page has a title of its own; what is left without one is an error. */
export const errorTitle = ({ i18n, visitor }: HeadContext) => `${i18n.t('error:title')} | ${visitor.brand.name}`

/**
 * What all pages have in their heads. The server alone asks for it.
 * @param scripts of features, beside the layout's own
 */
export function documentHead(context: HeadContext, scripts: string[]) {
  const { brand, locale } = context.visitor
  return {
    meta: [
      { charSet: 'utf-8' },
      { title: errorTitle(context) },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'theme-color', content: brand.colours.primary },
    ] satisfies ComponentProps<'meta'>[],
    links: [
      // For what cannot show the drawing: one picture file of three sizes.
      { rel: 'icon', sizes: '32x32', href: '/favicon.ico' },
      { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: `/manifest.webmanifest?${LOCALE_QUERY}=${locale}` },
    ] satisfies ComponentProps<'link'>[],
    styles: [{ children: brand.css }],
    scripts: [
      ...[fontScript(locale), languageScript, dialogCommandsScript, ...scripts].map((children) => ({ children })),
      { type: 'speculationrules', children: speculationRules },
    ],
  }
}
