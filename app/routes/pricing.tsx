import { createFileRoute } from '@tanstack/react-router'
import { Placeholder } from '../layout/placeholder'
import { pageHead } from '../seo/page-head'

export const Route = createFileRoute('/pricing')({
  head: ({ match: { context } }) =>
    pageHead(context, { path: '/pricing', title: context.i18n.t('page:pricing.title'), noindex: true }),
  component: () => <Placeholder page="pricing" />,
})
