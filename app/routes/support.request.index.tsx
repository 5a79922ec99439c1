import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from '../i18n/use-translation'
import { consentTerms } from '../features/inquiry/consent-terms'
import { proposedCountry } from '../context/page-context'
import { SalesInquiryForm } from '../features/inquiry/sales-form'
import { agreedVersion } from '../features/legal/versions-in-force'
import { documentOfForm } from '../urls/form-document'
import { inLanguage } from '../urls/in-language'
import { pageHead } from '../seo/page-head'
import { PageHeading } from '../ui/page-heading'

export const Route = createFileRoute('/support/request/')({
  staticData: { namespaces: ['inquiry', 'countries'] },
  beforeLoad: ({ context, location }) => documentOfForm(context.visitor.brand, location.href),
  loader: async ({ serverContext, context }) => ({
    outcome: serverContext?.form ?? null,
    privacyVersion: agreedVersion(),
    countryDefault: await proposedCountry(context.visitor.locale),
  }),
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
  const { outcome, privacyVersion, countryDefault } = Route.useLoaderData()
  return (
    <>
      <PageHeading lead={t('sales-lead')}>{t('sales-title')}</PageHeading>
      <SalesInquiryForm
        action={inLanguage('/support/request', visitor)}
        consent={consentTerms(visitor, privacyVersion)}
        brandId={visitor.brand.id}
        turnstile={visitor.brand.turnstile}
        countryDefault={countryDefault}
        outcome={outcome}
      />
    </>
  )
}
