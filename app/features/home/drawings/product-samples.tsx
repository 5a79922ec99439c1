import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/icon'
import { STAGES } from './footprint-ring'
import styles from './product-samples.module.css'

const SUPPLIERS = [
  { letter: 'A', item: 'steel', source: 'primary', state: 'approved' },
  { letter: 'B', item: 'cathode', source: 'primary', state: 'review' },
  { letter: 'C', item: 'aluminium', source: 'secondary', state: 'missing' },
  { letter: 'D', item: 'machining', source: 'primary', state: 'waiting' },
] as const

/** A table of suppliers' data: who has submitted, and what is missing. */
export function SuppliersSample() {
  const { t } = useTranslation('home')
  return (
    <div className={styles.table}>
      <div className={styles.tableHead}>
        <span>{t('sample.supplier')}</span>
        <span>{t('sample.item')}</span>
        <span>{t('sample.source')}</span>
        <span>{t('sample.state')}</span>
      </div>
      {SUPPLIERS.map(({ letter, item, source, state }) => (
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

/** Invented widths of the bars, in a box of 100. */
const WIDTHS = { raw: 96, parts: 54, making: 43, moving: 18 } as const
/** Where each stage starts in the bar of the whole: the sum of the widths before it. */
const STARTS = { raw: 0, parts: 96, making: 150, moving: 193 } as const

/** A footprint split by stage. */
export function FootprintSample() {
  const { t } = useTranslation('home')
  return (
    <>
      <svg className={styles.whole} viewBox="0 0 211 24" preserveAspectRatio="none">
        {STAGES.map((stage) => (
          <rect key={stage} x={STARTS[stage]} width={WIDTHS[stage]} height="24" data-stage={stage} />
        ))}
      </svg>
      <dl className={styles.stages}>
        {STAGES.map((stage) => (
          <div key={stage} data-stage={stage}>
            <dt>{t(`flow.stage.${stage}`)}</dt>
            <dd>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none">
                <rect width="100" height="10" className={styles.track} />
                <rect width={WIDTHS[stage]} height="10" className={styles.bar} />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** A declaration form with one item missing. */
export function DeclarationSample() {
  const { t } = useTranslation('home')
  const rows = [
    { name: t('flow.row.code'), filled: true },
    { name: t('flow.row.site'), filled: true },
    { name: t('sample.direct'), filled: true },
    { name: t('sample.precursor'), filled: false },
  ]
  return (
    <ul className={styles.form}>
      {rows.map(({ name, filled }) => (
        <li key={name} data-filled={filled}>
          <span>{name}</span>
          <span className={styles.value}>
            <Icon name={filled ? 'check' : 'alert'} size={16} />
            {t(filled ? 'sample.filled' : 'sample.empty')}
          </span>
        </li>
      ))}
    </ul>
  )
}

const EVENTS = ['data', 'value', 'factor', 'approval'] as const

/** A value's history: who changed what, with which evidence. */
export function AuditSample() {
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
