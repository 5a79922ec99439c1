import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../ui/button'
import { BorderLines } from './border-lines'
import styles from './banner.module.css'
import { TwoLineTitle } from './two-line-title'

/** The call to action before the form. */
export function Banner() {
  const { t } = useTranslation('home')
  return (
    <div className={styles.banner}>
      <BorderLines className={styles.lines} />
      <div className={styles.words}>
        <TwoLineTitle id="banner" lines={[t('banner.title-1'), t('banner.title-2')]} />
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
