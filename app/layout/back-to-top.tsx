import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/icon'
import styles from './back-to-top.module.css'

export const TOP_ID = 'top'

/** Fixed at the bottom right (spec 2); a link to the page's top, so it works without a script. */
export function BackToTop() {
  const { t } = useTranslation('layout')
  return (
    <a href={`#${TOP_ID}`} className={styles.button}>
      <Icon name="arrow-up" />
      <span className="visually-hidden">{t('back-to-top')}</span>
    </a>
  )
}
