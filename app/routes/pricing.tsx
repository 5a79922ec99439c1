import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageHead } from '../seo/page-head'
import { Placeholder } from '../layout/placeholder'

export const Route = createFileRoute('/pricing')({
  head: ({ match: { context } }) =>
    pageHead(context, { path: '/pricing', title: context.i18n.t('page:pricing.title'), noindex: true }),
  component: Pricing,
})

function Pricing() {
  const { t } = useTranslation('page')
  return <Placeholder word={t('pricing.title')} />
}
