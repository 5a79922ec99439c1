import type { i18n } from 'i18next'
import type { PageVisitor } from '../context/page-context'

/** The Web Application Manifest (W3C) of a brand in one language. */
export function webManifest({ brand, locale }: PageVisitor, i18n: i18n) {
  return {
    id: '/',
    name: `${brand.name} | ${i18n.t('page:home.title')}`,
    short_name: brand.wordmark,
    description: i18n.t('page:home.description'),
    lang: locale,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    // The site has no back button of its own and does not work offline.
    display: 'minimal-ui',
    theme_color: brand.colours.primary,
    background_color: '#ffffff',
    icons: [
      { src: '/icon.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  }
}
