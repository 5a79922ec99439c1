import { useTranslation } from '../i18n/use-translation'
import { Icon } from '../ui/icon'
import styles from './back-to-top.module.css'

export const TOP_ID = 'top'

/**
 * The button at the bottom right: a link, so it works without scripts. It comes once one screen was scrolled and ends with the content it
 * stands in, above the footer. On a shorter page it is there for the keyboard only.
 */
export function BackToTop() {
  const { t } = useTranslation('layout')
  return (
    <div className={styles.track}>
      <a href={`#${TOP_ID}`} className={styles.button}>
        <Icon name="arrow-up" />
        <span className="visually-hidden">{t('back-to-top')}</span>
      </a>
    </div>
  )
}
