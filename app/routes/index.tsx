import { createFileRoute } from '@tanstack/react-router'
import { Band } from '../features/home/band'
import { InquirySection } from '../features/home/inquiry-section'
import { loadHome, StillShortcuts, StillStory } from '../features/home/still-parts'
import { homeStructuredData } from '../features/home/structured-data'
import { SalesInquiryForm } from '../features/inquiry/sales-form'
import { documentOfForm } from '../urls/form-document'
import { formAction } from '../urls/form-paths'
import { pageHead } from '../seo/page-head'

export const Route = createFileRoute('/')({
  staticData: { namespaces: ['home', 'inquiry', 'countries'] },
  beforeLoad: ({ context, location }) => documentOfForm(context.visitor.brand, location.href),
  loader: async ({ serverContext }) => {
    await loadHome()
    return { outcome: serverContext?.form ?? null }
  },
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
  const { brand, countryDefault } = visitor
  return (
    <>
      <StillStory brand={brand} />
      <Band id="inquiry" ground="soft">
        <InquirySection company={brand.company}>
          <SalesInquiryForm
            action={formAction('/', visitor)}
            brandId={brand.id}
            turnstile={brand.turnstile}
            countryDefault={countryDefault}
            outcome={Route.useLoaderData().outcome}
          />
        </InquirySection>
      </Band>
      <StillShortcuts />
    </>
  )
}
