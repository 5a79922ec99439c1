import { createFileRoute } from '@tanstack/react-router'
import { Placeholder } from '../layout/placeholder'
import { pageHead } from '../seo/page-head'

export const Route = createFileRoute('/solutions')({
  head: ({ match: { context } }) =>
    pageHead(context, { path: '/solutions', title: context.i18n.t('page:solutions.title'), noindex: true }),
  component: () => <Placeholder page="solutions" />,
})
