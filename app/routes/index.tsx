import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../features/home/home-page'
import { homeStructuredData } from '../features/home/structured-data'
import { SalesInquiryForm } from '../features/inquiry/sales-form'
import { pageHead } from '../seo/page-head'
import { documentOfForm } from '../urls/form-document'
import { loadForm } from './-load-form'

export const Route = createFileRoute('/')({
  staticData: { namespaces: ['home', 'inquiry', 'countries'] },
  beforeLoad: ({ context, location }) => documentOfForm(context.visitor.brand, location.href),
  loader: ({ serverContext, context }) => loadForm(serverContext, context.visitor),
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
  return (
    <HomePage
      brand={visitor.brand}
      inquiryForm={<SalesInquiryForm path="/" visitor={visitor} loaded={Route.useLoaderData()} />}
    />
  )
}
