import { useTranslation } from 'react-i18next'
import styles from './vignettes.module.css'

const ROWS = [
  { letter: 'A', item: 'steel', source: 'primary', state: 'approved' },
  { letter: 'B', item: 'cathode', source: 'primary', state: 'review' },
  { letter: 'C', item: 'aluminium', source: 'secondary', state: 'missing' },
  { letter: 'D', item: 'machining', source: 'primary', state: 'waiting' },
] as const

/** A table of suppliers' data: who has submitted, and what is missing. */
export function SuppliersVignette() {
  const { t } = useTranslation('home')
  return (
    <div className={styles.table}>
      <div className={styles.tableHead}>
        <span>{t('sample.supplier')}</span>
        <span>{t('sample.item')}</span>
        <span>{t('sample.source')}</span>
        <span>{t('sample.state')}</span>
      </div>
      {ROWS.map(({ letter, item, source, state }) => (
        <div key={letter} className={styles.tableRow}>
          <b>{t('flow.supplier', { letter })}</b>
          <span>{t(`flow.material.${item}`)}</span>
          <span>{t(`sample.${source}`)}</span>
          <span>
            <span className={styles.state} data-state={state}>
              {t(`sample.${state}`)}
            </span>
          </span>
        </div>
      ))}
    </div>
  )
}
