import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from '../i18n/use-translation'
import { SalesInquiryForm } from '../features/inquiry/sales-form'
import { documentOfForm } from '../urls/form-document'
import { pageHead } from '../seo/page-head'
import { PageHeading } from '../ui/page-heading'
import { loadForm } from './-load-form'

export const Route = createFileRoute('/support/request/')({
  staticData: { namespaces: ['inquiry', 'countries'] },
  beforeLoad: ({ context, location }) => documentOfForm(context.visitor.brand, location.href),
  loader: ({ serverContext, context }) => loadForm(serverContext, context.visitor),
  head: ({ match: { context } }) =>
    pageHead(context, {
      path: '/support/request',
      title: context.i18n.t('page:request.title'),
      description: context.i18n.t('inquiry:sales-description'),
      crumbs: [[context.i18n.t('layout:request'), '/support/request']],
    }),
  component: Request,
})

function Request() {
  const { t } = useTranslation('inquiry')
  const { visitor } = Route.useRouteContext()
  return (
    <>
      <PageHeading lead={t('sales-lead')}>{t('sales-title')}</PageHeading>
      <SalesInquiryForm path="/support/request" visitor={visitor} loaded={Route.useLoaderData()} />
    </>
  )
}
