import type { ComponentProps } from 'react'
import type { i18n } from 'i18next'
import type { PageVisitor } from '../context/page-context'
import languageScript from '../i18n/language-script?script'
import { LOCALE_QUERY } from '../i18n/locale'
import dialogScript from '../ui/dialog-script?script'
import { interfaceFontPreload } from '../ui/fonts/font-files'
import revealScript from '../ui/reveal-script?script'

interface HeadContext {
  visitor: PageVisitor
  i18n: i18n
}

/** The title of pages that set none: error pages. */
export const errorTitle = ({ i18n, visitor }: HeadContext) => `${i18n.t('error:title')} | ${visitor.brand.name}`

/** Lets the browser prefetch pages behind links under the pointer until hydration, when the router takes over (client.tsx). */
const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/*.*'] } },
          { not: { selector_matches: '[download],[target]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

/**
 * The head of all pages, for the server only.
 * @param featureScripts inline scripts that features add
 */
export function documentHead(context: HeadContext, featureScripts: string[]) {
  const { brand, locale } = context.visitor
  return {
    meta: [
      { charSet: 'utf-8' },
      { title: errorTitle(context) },
      // Of pages that have none of their own, as they are not indexed.
      { name: 'description', content: context.i18n.t('page:home.description') },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'theme-color', content: brand.colours.primary },
    ] satisfies ComponentProps<'meta'>[],
    links: [
      interfaceFontPreload(locale),
      { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' },
      { rel: 'apple-touch-icon', href: '/icon.png' },
      { rel: 'manifest', href: `/manifest.webmanifest?${LOCALE_QUERY}=${locale}` },
    ] satisfies ComponentProps<'link'>[],
    styles: [{ children: brand.css }],
    scripts: [
      ...[languageScript, dialogScript, revealScript, ...featureScripts].map((children) => ({ children })),
      { type: 'speculationrules', children: speculationRules },
    ],
  }
}
