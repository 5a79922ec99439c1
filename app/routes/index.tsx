import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../features/home/home-page'
import { homeStructuredData } from '../features/home/structured-data'
import { consentTerms } from '../features/inquiry/consent-terms'
import { proposedCountry } from '../context/page-context'
import { SalesInquiryForm } from '../features/inquiry/sales-form'
import { agreedVersion } from '../features/legal/versions-in-force'
import { pageHead } from '../seo/page-head'
import { documentOfForm } from '../urls/form-document'
import { inLanguage } from '../urls/in-language'

export const Route = createFileRoute('/')({
  staticData: { namespaces: ['home', 'inquiry', 'countries'] },
  beforeLoad: ({ context, location }) => documentOfForm(context.visitor.brand, location.href),
  loader: async ({ serverContext, context }) => ({
    outcome: serverContext?.form ?? null,
    privacyVersion: agreedVersion(),
    countryDefault: await proposedCountry(context.visitor.locale),
  }),
  head: ({ match: { context } }) =>
    pageHead(context, {
      path: '/',
      title: context.i18n.t('page:home.title'),
      description: context.i18n.t('page:home.description'),
      jsonLd: import.meta.env.SSR ? homeStructuredData(context.visitor.brand, context.visitor.locale) : [],
    }),
  component: Home,
})

function Home() {
  const { visitor } = Route.useRouteContext()
  const { outcome, privacyVersion, countryDefault } = Route.useLoaderData()
  const { brand } = visitor
  return (
    <HomePage
      brand={brand}
      inquiryForm={
        <SalesInquiryForm
          action={inLanguage('/', visitor)}
          consent={consentTerms(visitor, privacyVersion)}
          brandId={brand.id}
          turnstile={brand.turnstile}
          countryDefault={countryDefault}
          outcome={outcome}
        />
      }
    />
  )
}
