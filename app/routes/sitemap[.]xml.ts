import { createFileRoute } from '@tanstack/react-router'
import { sitemapEntries } from '../features/board/entry'
import { LEGAL_KINDS } from '../features/legal/document'
import { legalEntries } from '../features/legal/versions'
import { isIndexedElsewhere } from '../seo/robots'
import { sitemapXml, type SitemapEntry } from '../seo/sitemap-xml'
import { SUPPORT_LINKS } from '../layout/support-links'

const PAGES: SitemapEntry[] = [{ path: '/' }, ...SUPPORT_LINKS.map(({ to }) => ({ path: to }))]

export const Route = createFileRoute('/sitemap.xml')({
  server: {
    handlers: {
      GET: async ({ context }) => {
        const { brand } = context.visitor
        if (isIndexedElsewhere(brand)) return new Response(null, { status: 404 })
        const entries = await sitemapEntries()
        const legal = LEGAL_KINDS.flatMap((kind) => legalEntries(kind))
        const xml = sitemapXml(brand.origin, [...PAGES, ...legal, ...entries])
        return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
      },
    },
  },
})
