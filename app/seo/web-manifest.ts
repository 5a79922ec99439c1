import type { i18n } from 'i18next'
import type { PageVisitor } from '../context/page-context'

/** The site as an installed app shows it (W3C Web Application Manifest), in one brand and language. */
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
    // The site has neither a back button of its own nor anything to do without the network.
    display: 'minimal-ui',
    theme_color: brand.colours.primary,
    background_color: '#ffffff',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  }
}
