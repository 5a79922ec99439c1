import { createFileRoute } from '@tanstack/react-router'
import { BOARD_NAMES, BOARDS, type BoardName } from '../../functions/contract/board'
import { loadOptional } from '../api/loader-data'
import { readList } from '../api/reads'
import type { PageVisitor } from '../context/page-context'
import { LEGAL_KINDS } from '../features/legal/document'
import { legalEntries } from '../features/legal/load-legal-page'
import { isIndexedElsewhere } from '../seo/robots-txt'
import { sitemapXml } from '../seo/sitemap-format'
import { supportLinks } from '../layout/support-links'

/** What stands in the sitemap: home, the pages of the support menu, the legal texts, all entries of all boards. */
async function sitemapPages(visitor: PageVisitor): Promise<{ path: string; changed?: string }[]> {
  const entries = await Promise.all(BOARD_NAMES.map(boardEntries))
  const legal = LEGAL_KINDS.flatMap((kind) => legalEntries(kind, visitor))
  return [{ path: '/' }, ...supportLinks(visitor.brand).map(({ to }) => ({ path: to })), ...legal, ...entries.flat()]
}

/** The entries of a board, newest first; none where the list fails to load. */
async function boardEntries(board: BoardName): Promise<{ path: string; changed?: string }[]> {
  const entries = await loadOptional(readList(board), [])
  return entries.map((item) => {
    const changed = item.update_date ?? item.create_date
    return { path: `${BOARDS[board].address}/${encodeURIComponent(item.board_uuid)}`, ...(changed && { changed }) }
  })
}

export const Route = createFileRoute('/sitemap.xml')({
  server: {
    handlers: {
      GET: async ({ context }) => {
        const { brand } = context.visitor
        if (isIndexedElsewhere(brand)) return new Response(null, { status: 404 })
        const xml = sitemapXml(brand.origin, await sitemapPages(context.visitor))
        return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
      },
    },
  },
})
