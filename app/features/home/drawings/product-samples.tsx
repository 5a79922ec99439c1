import { useTranslation } from '../../../i18n/use-translation'
import { Icon } from '../../../ui/icon'
import { STAGES } from './footprint-ring'
import styles from './product-samples.module.css'

export const SUPPLIERS = [
  { letter: 'A', item: 'steel', source: 'primary', state: 'approved' },
  { letter: 'B', item: 'tube', source: 'primary', state: 'review' },
  { letter: 'C', item: 'fastener', source: 'secondary', state: 'missing' },
  { letter: 'D', item: 'coating', source: 'none', state: 'waiting' },
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
export const WIDTHS = { raw: 96, parts: 54, making: 43, moving: 18 } as const
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

/** Items of a declaration, by the key of their name. */
export const DECLARATION = [
  { key: 'flow.row.code', filled: true },
  { key: 'flow.row.site', filled: true },
  { key: 'sample.direct', filled: true },
  { key: 'sample.precursor', filled: false },
] as const

/** A declaration form with one item missing. */
export function DeclarationSample() {
  const { t } = useTranslation('home')
  return (
    <ul className={styles.form}>
      {DECLARATION.map(({ key, filled }) => (
        <li key={key} data-filled={filled}>
          <span>{t(key)}</span>
          <span className={styles.value}>
            <Icon name={filled ? 'check' : 'alert'} size={16} />
            {t(filled ? 'sample.filled' : 'sample.empty')}
          </span>
        </li>
      ))}
    </ul>
  )
}

export const EVENTS = ['data', 'value', 'factor', 'review'] as const

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
