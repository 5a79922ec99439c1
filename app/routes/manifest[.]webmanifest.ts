import { createFileRoute } from '@tanstack/react-router'
import { i18nOf } from '../i18n/i18n'
import { webManifest } from '../seo/web-manifest'

const DAY_SECONDS = 86_400

export const Route = createFileRoute('/manifest.webmanifest')({
  server: {
    handlers: {
      GET: async ({ context: { visitor } }) => {
        const manifest = webManifest(visitor, await i18nOf(visitor.locale, []))
        return new Response(JSON.stringify(manifest), {
          headers: {
            'content-type': 'application/manifest+json; charset=utf-8',
            // Without the language in the address, the answer also depends on cookies and headers.
            ...(visitor.localeInAddress && { 'cache-control': `public, max-age=${DAY_SECONDS}` }),
          },
        })
      },
    },
  },
})
