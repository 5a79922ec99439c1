import { useTranslation } from '../../../i18n/use-translation'
import { CalculateDrawing, CollectDrawing, PrepareDrawing } from '../drawings/service-steps'
import { BrandedText, TwoLineTitle } from './section'
import styles from './service.module.css'

const STEPS = [
  { key: 'collect', Drawing: CollectDrawing },
  { key: 'calculate', Drawing: CalculateDrawing },
  { key: 'prepare', Drawing: PrepareDrawing },
] as const

/** The service in three steps, each with its input and output. */
export function Service({ brandName }: { brandName: string }) {
  const { t } = useTranslation('home')
  return (
    <>
      <div className={styles.head}>
        <TwoLineTitle id="service" lines={[t('service.title-1'), t('service.title-2')]} />
        <p>
          <BrandedText name={brandName}>{t('service.lead', { brand: brandName })}</BrandedText>
        </p>
      </div>
      <ol className={styles.steps}>
        {STEPS.map(({ key, Drawing }) => (
          <li key={key} className={styles.step}>
            <div className={styles.drawing}>
              <Drawing />
            </div>
            <h3>{t(`service.${key}.title`)}</h3>
            <p>{t(`service.${key}.text`)}</p>
            <dl className={styles.exchange}>
              <div>
                <dt>{t('service.in')}</dt>
                <dd>{t(`service.${key}.in`)}</dd>
              </div>
              <div>
                <dt>{t('service.out')}</dt>
                <dd>{t(`service.${key}.out`)}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ol>
      <p className={styles.note}>{t('service.note')}</p>
    </>
  )
}
