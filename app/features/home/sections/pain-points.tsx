import { useTranslation } from '../../../i18n/use-translation'
import { Icon } from '../../../ui/icon'
import styles from './pain-points.module.css'
import { BrandedText, TwoLineTitle } from './section'

/** A drawing for each pain point: scattered replies, copied sheets, a lost source, missing pieces. */
const SKETCHES = {
  request: ['M5 21l19-8 7 17-19 8z', 'M33 7h24v18H33zM33 7l12 10L57 7', 'M35 36l20 5-5 17-20-5z'],
  format: [
    'M6 6h22v30H6zM12 14h10M12 20h10M12 26h6',
    'M34 10h22v30H34zM40 18h10M40 24h10',
    'M20 24h22v30H20zM26 32h10M26 38h10M26 44h6',
  ],
  evidence: [
    'M8 6h30v44H8zM15 15h16M15 23h16M15 31h8',
    'M42 56a15 15 0 1 0 0-30 15 15 0 0 0 0 30z',
    'M37.5 38a4.5 4.5 0 1 1 6.5 4c-1.300.7-2 1.5-2 3M42 49v.1',
  ],
  change: ['M6 6h22v22H6zM34 6h22v22H34z', 'M6 34h22v22H6z', 'M34 40v-6h6M50 34h6v6M56 50v6h-6M40 56h-6v-6'],
} as const
const PAIRS = ['request', 'format', 'evidence', 'change'] as const

/** The main points: the work without the product, and with it. */
export function PainPoints({ brandName }: { brandName: string }) {
  const { t } = useTranslation('home')
  return (
    <>
      <TwoLineTitle id="pains" lines={[t('pains.title-1'), t('pains.title-2')]} />
      <ul className={styles.pairs}>
        {PAIRS.map((pair) => (
          <li key={pair} className={styles.pair}>
            <div className={styles.before}>
              <svg className={styles.sketch} viewBox="0 0 62 62" aria-hidden="true">
                {SKETCHES[pair].map((path) => (
                  <path key={path} d={path} />
                ))}
              </svg>
              <p>
                <b>{t('pains.before')}</b>
                {t(`pains.${pair}.before`)}
              </p>
            </div>
            <span className={styles.arrow}>
              <Icon name="arrow-right" />
            </span>
            <p className={styles.after}>
              <b>
                <BrandedText name={brandName}>{t('pains.after', { brand: brandName })}</BrandedText>
              </b>
              {t(`pains.${pair}.after`)}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
