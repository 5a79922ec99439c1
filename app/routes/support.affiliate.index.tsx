import { createFileRoute, notFound } from '@tanstack/react-router'
import { useTranslation } from '../i18n/use-translation'
import { consentTerms } from '../features/inquiry/consent-terms'
import { proposedCountry } from '../context/page-context'
import { PartnershipForm } from '../features/inquiry/partnership-form'
import { agreedVersion } from '../features/legal/versions-in-force'
import { documentOfForm } from '../urls/form-document'
import { inLanguage } from '../urls/in-language'
import { pageHead } from '../seo/page-head'
import { PageHeading } from '../ui/page-heading'

export const Route = createFileRoute('/support/affiliate/')({
  staticData: { namespaces: ['inquiry', 'countries'] },
  beforeLoad: ({ context, location }) => {
    if (!context.visitor.brand.features.partnershipForm) throw notFound()
    documentOfForm(context.visitor.brand, location.href)
  },
  loader: async ({ serverContext, context }) => ({
    outcome: serverContext?.form ?? null,
    privacyVersion: agreedVersion(),
    countryDefault: await proposedCountry(context.visitor.locale),
  }),
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
  const { outcome, privacyVersion, countryDefault } = Route.useLoaderData()
  return (
    <>
      <PageHeading lead={t('partnership-lead')}>{t('partnership-title')}</PageHeading>
      <PartnershipForm
        action={inLanguage('/support/affiliate', visitor)}
        consent={consentTerms(visitor, privacyVersion)}
        brandId={visitor.brand.id}
        turnstile={visitor.brand.turnstile}
        countryDefault={countryDefault}
        outcome={outcome}
      />
    </>
  )
}
