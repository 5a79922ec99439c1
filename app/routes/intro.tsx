import { createFileRoute } from '@tanstack/react-router'
import { Placeholder } from '../layout/placeholder'
import { pageHead } from '../seo/page-head'

export const Route = createFileRoute('/intro')({
  head: ({ match: { context } }) =>
    pageHead(context, { path: '/intro', title: context.i18n.t('page:intro.title'), noindex: true }),
  component: () => <Placeholder page="intro" />,
})
