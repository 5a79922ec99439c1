import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageHead } from '../seo/page-head'
import { Placeholder } from '../layout/placeholder'

export const Route = createFileRoute('/partners')({
  head: ({ match: { context } }) =>
    pageHead(context, { path: '/partners', title: context.i18n.t('page:partners.title'), noindex: true }),
  component: Partners,
})

function Partners() {
  const { t } = useTranslation('page')
  return <Placeholder word={t('partners.title')} />
}
