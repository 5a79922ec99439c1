import { useTranslation } from 'react-i18next'
import styles from './vignettes.module.css'

const EVENTS = ['data', 'value', 'factor', 'approval'] as const

/** A value's history: who changed what, with which evidence. */
export function AuditVignette() {
  const { t } = useTranslation('home')
  return (
    <ol className={styles.trail}>
      {EVENTS.map((event) => (
        <li key={event}>
          <b>{t(`sample.event.${event}`)}</b>
          <span>{t(`sample.event.${event}-by`)}</span>
        </li>
      ))}
    </ol>
  )
}
