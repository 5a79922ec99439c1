import { createFileRoute } from '@tanstack/react-router'
import { loadOrFailure } from '../api/loader-data'
import { readListPage } from '../api/reads'
import { i18nOf } from '../i18n/i18n'
import { boardFeed, FEED_ENTRIES } from '../seo/board-feed'

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
        return new Response(boardFeed(result.data, { board: 'notice', ...visitor, i18n }), {
          headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
        })
      },
    },
  },
})
