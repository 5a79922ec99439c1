import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon'
import styles from './pain-points.module.css'
import { PainSketch } from './pain-sketch'
import { TwoLineTitle } from './two-line-title'

const PAIRS = ['request', 'format', 'evidence', 'change'] as const

/** The main points: how the work goes without the product, and how with it. */
export function PainPoints() {
  const { t } = useTranslation('home')
  return (
    <>
      <TwoLineTitle id="pains" lines={[t('pains.title-1'), t('pains.title-2')]} />
      <ul className={styles.pairs}>
        {PAIRS.map((pair) => (
          <li key={pair} className={styles.pair}>
            <div className={styles.before}>
              <PainSketch pair={pair} />
              <p>
                <b>{t('pains.before')}</b>
                {t(`pains.${pair}.before`)}
              </p>
            </div>
            <span className={styles.arrow}>
              <Icon name="arrow-right" />
            </span>
            <p className={styles.after}>
              <b>{t('pains.after')}</b>
              {t(`pains.${pair}.after`)}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
