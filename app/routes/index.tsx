import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageHead } from '../layout/page-head'

export const Route = createFileRoute('/')({
  head: ({ match: { context } }) =>
    pageHead(context, { path: '/', title: context.i18n.t('page:home.title'), description: context.i18n.t('page:home.description') }),
  component: Home,
})

function Home() {
  const { t } = useTranslation('page')
  return <h1>{t('home.title')}</h1>
}
