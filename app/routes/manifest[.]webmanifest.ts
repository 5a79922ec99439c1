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
            // Only where the address names the language does it say all that the answer depends on.
            ...(visitor.localeInAddress && { 'cache-control': `public, max-age=${DAY_SECONDS}` }),
          },
        })
      },
    },
  },
})
