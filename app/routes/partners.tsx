import { createFileRoute } from '@tanstack/react-router'
import { Placeholder } from '../layout/placeholder'
import { pageHead } from '../seo/page-head'

export const Route = createFileRoute('/partners')({
  head: ({ match: { context } }) =>
    pageHead(context, { path: '/partners', title: context.i18n.t('page:partners.title'), noindex: true }),
  component: () => <Placeholder page="partners" />,
})
