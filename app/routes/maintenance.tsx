import { createFileRoute } from '@tanstack/react-router'
import { maintenanceContent } from '../features/maintenance/maintenance-content'
import { MaintenancePage } from '../features/maintenance/maintenance-page'
import returnScript from '../features/maintenance/return-script?script'
import { Logo } from '../layout/logo'
import { StandaloneFooter } from '../layout/standalone-footer'
import { pageHead } from '../seo/page-head'

export const Route = createFileRoute('/maintenance')({
  staticData: { bare: true, namespaces: ['maintenance'] },
  loader: ({ serverContext, context: { visitor } }) =>
    maintenanceContent(serverContext?.maintenance, visitor.upcoming != null, visitor.locale),
  head: ({ match: { context }, loaderData }) => ({
    ...pageHead(context, {
      path: '/maintenance',
      title: context.i18n.t(loaderData?.upcoming ? 'maintenance:heading-upcoming' : 'page:maintenance.title'),
      noindex: true,
    }),
    scripts: import.meta.env.SSR ? [{ children: returnScript }] : [],
  }),
  component: Maintenance,
})

function Maintenance() {
  const { brand, locale } = Route.useRouteContext().visitor
  return (
    <MaintenancePage
      content={Route.useLoaderData()}
      locale={locale}
      email={brand.company.email}
      logo={<Logo brand={brand} />}
      footer={<StandaloneFooter brand={brand} locale={locale} />}
    />
  )
}
