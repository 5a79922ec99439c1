import { createFileRoute } from '@tanstack/react-router'
import { getGlobalStartContext } from '@tanstack/react-start'
import { announce } from '../features/maintenance/announcement'
import { MaintenancePage } from '../features/maintenance/maintenance-page'
import { Logo } from '../layout/logo'
import { pageHead } from '../seo/page-head'

export const Route = createFileRoute('/maintenance')({
  staticData: { bare: true, namespaces: ['maintenance'] },
  loader: ({ context }) => announce(getGlobalStartContext()?.maintenance, context.visitor.locale),
  head: ({ match: { context } }) =>
    pageHead(context, { path: '/maintenance', title: context.i18n.t('page:maintenance.title'), noindex: true }),
  component: Maintenance,
})

function Maintenance() {
  const { brand, locale } = Route.useRouteContext().visitor
  return (
    <MaintenancePage
      announcement={Route.useLoaderData()}
      locale={locale}
      phone={brand.company.phone}
      logo={<Logo brand={brand} />}
    />
  )
}
