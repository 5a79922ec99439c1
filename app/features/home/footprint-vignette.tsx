import { useTranslation } from 'react-i18next'
import { STAGES } from './footprint-ring'
import styles from './vignettes.module.css'

/** Widths of the bars in a box of 100; they stand for no real product. */
const WIDTHS = { raw: 96, parts: 54, making: 43, moving: 18 } as const

/** Where each stage begins in the bar of the whole. */
const START = { raw: 0, parts: 96, making: 150, moving: 193 } as const

/** A footprint split by stage. */
export function FootprintVignette() {
  const { t } = useTranslation('home')
  return (
    <>
      <svg className={styles.whole} viewBox="0 0 211 24" preserveAspectRatio="none">
        {STAGES.map((stage) => (
          <rect key={stage} x={START[stage]} width={WIDTHS[stage]} height="24" data-stage={stage} />
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
