import { createFileRoute } from '@tanstack/react-router'
import { Band } from '../features/home/band'
import { Banner } from '../features/home/banner'
import { Challenges } from '../features/home/challenges'
import { Features } from '../features/home/features'
import { Hero } from '../features/home/hero'
import { InquirySection } from '../features/home/inquiry-section'
import { PainPoints } from '../features/home/pain-points'
import { Partners } from '../features/home/partners'
import { Service } from '../features/home/service'
import { Shortcuts } from '../features/home/shortcuts'
import { homeStructuredData } from '../features/home/structured-data'
import { SalesInquiryForm } from '../features/inquiry/sales-inquiry-form'
import { documentOfForm } from '../form-document'
import { formAction } from '../form-paths'
import { pageHead } from '../layout/page-head'
import { Reveal } from '../layout/reveal'

export const Route = createFileRoute('/')({
  beforeLoad: ({ context, location }) => documentOfForm(context.visitor.brand, location.href),
  loader: ({ serverContext }) => ({ outcome: serverContext?.form ?? null }),
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
      <Hero brand={brand} />
      <Band id="challenges">
        <Challenges />
      </Band>
      <Band id="pains" ground="soft">
        <Reveal>
          <PainPoints />
        </Reveal>
      </Band>
      <Band id="service">
        <Reveal threshold={10}>
          <Service brandName={brand.name} />
        </Reveal>
      </Band>
      <Band id="features" ground="soft">
        <Reveal>
          <Features />
        </Reveal>
      </Band>
      <Band id="partners" ground="quiet">
        <Reveal direction="left">
          <Partners partners={brand.partners} />
        </Reveal>
      </Band>
      <Band id="banner" ground="deep">
        <Reveal direction="right" duration={900}>
          <Banner />
        </Reveal>
      </Band>
      <Band id="inquiry" ground="soft">
        <InquirySection company={brand.company}>
          <SalesInquiryForm action={formAction('/', visitor)} brandId={brand.id} turnstile={brand.turnstile} countryDefault={countryDefault} outcome={Route.useLoaderData().outcome} />
        </InquirySection>
      </Band>
      <Band id="shortcuts">
        <Reveal duration={300}>
          <Shortcuts />
        </Reveal>
      </Band>
    </>
  )
}
