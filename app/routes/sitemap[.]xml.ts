import { createFileRoute } from '@tanstack/react-router'
import { indexableEntries } from '../features/board/entry'
import { LEGAL_KINDS } from '../features/legal/document'
import { legalPaths } from '../features/legal/legal-page-data'
import { isFoundElsewhere } from '../layout/robots'
import { sitemapXml, type SitemapEntry } from '../layout/sitemap'
import { SUPPORT_LINKS } from '../layout/support-links'

const PAGES: SitemapEntry[] = [{ path: '/' }, ...SUPPORT_LINKS.map(({ to }) => ({ path: to })), ...LEGAL_KINDS.flatMap(legalPaths).map((path) => ({ path }))]

export const Route = createFileRoute('/sitemap.xml')({
  server: {
    handlers: {
      GET: async ({ context }) => {
        const { brand } = context.visitor
        if (isFoundElsewhere(brand)) return new Response(null, { status: 404 })
        const boards = await Promise.all([indexableEntries('notice'), indexableEntries('faq')])
        const xml = sitemapXml(brand.origin, [...PAGES, ...boards.flat()])
        return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
      },
    },
  },
})
