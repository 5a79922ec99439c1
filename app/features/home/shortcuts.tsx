import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon'
import { Reveal } from '../../ui/reveal'
import { Band, headingId } from './band'
import styles from './shortcuts.module.css'

/** The five support sections (spec 1), in the order of the spec. */
const SECTIONS = [
  { to: '/support/notice', key: 'notice', icon: 'bell' },
  { to: '/support/faq', key: 'faq', icon: 'question' },
  { to: '/support/request', key: 'request', icon: 'mail' },
  { to: '/support/affiliate', key: 'affiliate', icon: 'handshake' },
  { to: '/support/data', key: 'data', icon: 'download' },
] as const

/** Cards that lead to the support sections. */
export function Shortcuts() {
  const { t } = useTranslation('home')
  return (
    <Band id="shortcuts">
      <Reveal duration={300}>
        <h2 id={headingId('shortcuts')} className={styles.title}>
          {t('shortcuts.title')}
        </h2>
        <ul className={styles.cards}>
          {SECTIONS.map(({ to, key, icon }) => (
            <li key={to}>
              <Link to={to} className={styles.card}>
                <Icon name={icon} size={24} />
                <b>{t(`shortcuts.${key}.title`)}</b>
                <span>{t(`shortcuts.${key}.text`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Reveal>
    </Band>
  )
}
