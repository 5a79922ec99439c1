import { createFileRoute, notFound } from '@tanstack/react-router'
import { SampleReport } from '../features/home/report/sample-report'
import { pageHead } from '../seo/page-head'
import { Container } from '../ui/container'

export const Route = createFileRoute('/sample-report')({
  staticData: { namespaces: ['home', 'report'] },
  loader: ({ context: { visitor } }) => {
    if (!visitor.brand.proof.sampleReport) throw notFound()
  },
  head: ({ match: { context } }) =>
    pageHead(context, { path: '/sample-report', title: context.i18n.t('page:sample-report.title'), noindex: true }),
  component: SampleReportPage,
})

function SampleReportPage() {
  const { brand } = Route.useRouteContext().visitor
  return (
    <Container narrow>
      <SampleReport brand={brand} />
    </Container>
  )
}
