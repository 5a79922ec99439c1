import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../ui/button'
import { headingId } from './band'
import { BorderLines } from './border-lines'
import styles from './banner.module.css'

/** The call to action before the form. */
export function Banner() {
  const { t } = useTranslation('home')
  return (
    <div className={styles.banner}>
      <BorderLines className={styles.lines} />
      <div className={styles.words}>
        <h2 id={headingId('banner')}>
          <span>{t('banner.title-1')}</span> <span>{t('banner.title-2')}</span>
        </h2>
        <p>{t('banner.lead')}</p>
        <div className={styles.actions}>
          <Link to="/" hash="inquiry" className={buttonClass('inverse')}>
            {t('banner.action')}
          </Link>
          <Link to="/support/faq" className={buttonClass('inverseOutline')}>
            {t('banner.faq')}
          </Link>
        </div>
      </div>
    </div>
  )
}
