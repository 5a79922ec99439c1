import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/icon'
import styles from './back-to-top.module.css'

export const TOP_ID = 'top'

/** The button at the bottom right: a link, so it works without scripts. */
export function BackToTop() {
  const { t } = useTranslation('layout')
  return (
    <a href={`#${TOP_ID}`} className={styles.button}>
      <Icon name="arrow-up" />
      <span className="visually-hidden">{t('back-to-top')}</span>
    </a>
  )
}
