import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

export const Route = createFileRoute('/')({
  head: ({ match }) => ({ meta: [{ title: match.context.i18n.t('page:home.title') }] }),
  component: Home,
})

function Home() {
  const { t } = useTranslation('page')
  return <h1>{t('home.title')}</h1>
}
