import { useTranslation } from '../../i18n/use-translation'
import { PageHeading } from '../../ui/page-heading'
import { SettingsForm } from './consent-settings'
import styles from './cookies-page.module.css'
import type { StoredChoice } from './stored-choice'

/** The settings as a page of their own, for browsers without scripts and for a later change. Its form posts itself. */
export function CookiesPage({ choice: { decided, functional } }: { choice: StoredChoice }) {
  const { t } = useTranslation('consent')
  return (
    <div className={styles.page}>
      <PageHeading lead={t(decided ? 'page-decided' : 'page-undecided')}>{t('settings-heading')}</PageHeading>
      <SettingsForm functional={functional} />
    </div>
  )
}
