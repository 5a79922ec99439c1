import { createFileRoute, notFound } from '@tanstack/react-router'
import { useTranslation } from '../i18n/use-translation'
import { PartnershipForm } from '../features/inquiry/partnership-form'
import { documentOfForm } from '../urls/form-document'
import { pageHead } from '../seo/page-head'
import { PageHeading } from '../ui/page-heading'
import { loadForm } from './-load-form'

export const Route = createFileRoute('/support/affiliate/')({
  staticData: { namespaces: ['inquiry', 'countries'] },
  beforeLoad: ({ context, location }) => {
    if (!context.visitor.brand.features.partnershipForm) throw notFound()
    documentOfForm(context.visitor.brand, location.href)
  },
  loader: ({ serverContext, context }) => loadForm(serverContext, context.visitor),
  head: ({ match: { context } }) =>
    pageHead(context, {
      path: '/support/affiliate',
      title: context.i18n.t('page:affiliate.title'),
      description: context.i18n.t('inquiry:partnership-description'),
      crumbs: [[context.i18n.t('layout:affiliate'), '/support/affiliate']],
    }),
  component: Affiliate,
})

function Affiliate() {
  const { t } = useTranslation('inquiry')
  const { visitor } = Route.useRouteContext()
  return (
    <>
      <PageHeading lead={t('partnership-lead')}>{t('partnership-title')}</PageHeading>
      <PartnershipForm path="/support/affiliate" visitor={visitor} loaded={Route.useLoaderData()} />
    </>
  )
}
