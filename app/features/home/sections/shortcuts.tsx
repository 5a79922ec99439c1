import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/use-translation'
import type { PageBrand } from '../../../context/page-context'
import { Icon } from '../../../ui/icon'
import { headingId } from './section'
import styles from './shortcuts.module.css'

const CARDS = [
  { to: '/support/notice', key: 'notice', icon: 'bell' },
  { to: '/support/faq', key: 'faq', icon: 'question' },
  { to: '/support/request', key: 'request', icon: 'mail' },
  { to: '/support/affiliate', key: 'affiliate', icon: 'handshake' },
  { to: '/support/data', key: 'data', icon: 'download' },
] as const

/** Cards that link to the support sections that the brand has. */
export function Shortcuts({ brand: { features } }: { brand: PageBrand }) {
  const { t } = useTranslation('home')
  return (
    <>
      <h2 id={headingId('shortcuts')} className={styles.title}>
        {t('shortcuts.title')}
      </h2>
      <ul className={styles.cards}>
        {CARDS.filter(({ key }) => key !== 'affiliate' || features.partnershipForm).map(({ to, key, icon }) => (
          <li key={to}>
            <Link to={to} className={styles.card}>
              <Icon name={icon} size={24} />
              <b>{t(`shortcuts.${key}.title`)}</b>
              <span>{t(`shortcuts.${key}.text`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
