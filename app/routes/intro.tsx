import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageHead } from '../seo/page-head'
import { Placeholder } from '../layout/placeholder'

export const Route = createFileRoute('/intro')({
  head: ({ match: { context } }) =>
    pageHead(context, { path: '/intro', title: context.i18n.t('page:intro.title'), noindex: true }),
  component: Intro,
})

function Intro() {
  const { t } = useTranslation('page')
  return <Placeholder word={t('intro.title')} />
}
