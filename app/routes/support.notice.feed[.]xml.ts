import { createFileRoute } from '@tanstack/react-router'
import { loadOrFailure } from '../api/loader-data'
import { readListPage } from '../api/reads'
import { i18nOf } from '../i18n/i18n'
import { FEED_ENTRIES, noticeFeed } from '../seo/notice-feed'

export const Route = createFileRoute('/support/notice/feed.xml')({
  server: {
    handlers: {
      GET: async ({ context: { visitor } }) => {
        const i18n = await i18nOf(visitor.locale, ['board'])
        const result = await loadOrFailure(() => readListPage('notice', { size: FEED_ENTRIES }))
        if ('failure' in result) {
          const text = i18n.t('board:error-occurred', { message: i18n.t(`error:code.${result.failure}`) })
          return new Response(`${text}\n`, {
            status: 502,
            headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
          })
        }
        return new Response(noticeFeed(result.data, { ...visitor, i18n }), {
          headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
        })
      },
    },
  },
})
