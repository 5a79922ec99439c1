import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageHead } from '../seo/page-head'
import { Placeholder } from '../layout/placeholder'

export const Route = createFileRoute('/solutions')({
  head: ({ match: { context } }) =>
    pageHead(context, { path: '/solutions', title: context.i18n.t('page:solutions.title'), noindex: true }),
  component: Solutions,
})

function Solutions() {
  const { t } = useTranslation('page')
  return <Placeholder word={t('solutions.title')} />
}
