import { createFileRoute } from '@tanstack/react-router'
import { sitemapEntries } from '../features/board/entry'
import { LEGAL_KINDS } from '../features/legal/document'
import { legalEntries } from '../features/legal/versions'
import { isIndexedElsewhere } from '../seo/robots'
import { sitemapXml } from '../seo/sitemap-xml'
import { supportLinks } from '../layout/support-links'

export const Route = createFileRoute('/sitemap.xml')({
  server: {
    handlers: {
      GET: async ({ context }) => {
        const { brand } = context.visitor
        if (isIndexedElsewhere(brand)) return new Response(null, { status: 404 })
        const entries = await sitemapEntries()
        const pages = [{ path: '/' }, ...supportLinks(brand).map(({ to }) => ({ path: to }))]
        const legal = LEGAL_KINDS.flatMap((kind) => legalEntries(kind, context.visitor))
        const xml = sitemapXml(brand.origin, [...pages, ...legal, ...entries])
        return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
      },
    },
  },
})
