import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/use-translation'
import { buttonClass } from '../../../ui/button'
import { StateLink } from '../../../ui/state-link'
import styles from './banner.module.css'
import { TwoLineTitle } from './section'

/** Call to action above the inquiry form. */
export function Banner() {
  const { t } = useTranslation('home')
  return (
    <div className={styles.banner}>
      <BorderLines />
      <div className={styles.words}>
        <TwoLineTitle id="banner" lines={[t('banner.title-1'), t('banner.title-2')]} />
        <p>{t('banner.lead')}</p>
        <div className={styles.actions}>
          <StateLink to="/" hash="inquiry" className={buttonClass('inverse')}>
            {t('banner.action')}
          </StateLink>
          <Link to="/support/faq" className={buttonClass('inverseOutline')}>
            {t('banner.faq')}
          </Link>
        </div>
      </div>
    </div>
  )
}

const LINE_STARTS = Array.from({ length: 9 }, (_, index) => 20 + index * 20)

/** Decoration: many lines meet and cross the border as one, like the brand's symbol. */
function BorderLines() {
  return (
    <svg
      className={styles.lines}
      viewBox="0 0 480 200"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      {LINE_STARTS.map((y) => (
        <path key={y} d={`M0 ${y}C150 ${y} 170 100 300 100`} />
      ))}
      <path d="M300 100h180" strokeWidth="4" />
      <path d="M340 0v200" strokeWidth="2" strokeDasharray="4 8" />
      <circle cx="300" cy="100" r="9" fill="currentColor" />
    </svg>
  )
}
