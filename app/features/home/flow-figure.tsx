import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon'
import styles from './flow-figure.module.css'
import { FootprintRing, STAGES } from './footprint-ring'
import { MaterialIcon, MATERIALS } from './material-icon'
import { BorderStream, GatherStream } from './stream'

const ROWS = ['code', 'site', 'emissions', 'evidence'] as const

/** What the product does, in one picture: suppliers' data, a product's footprint, a declaration across the border. */
export function FlowFigure() {
  const { t } = useTranslation('home')
  return (
    <figure className={styles.figure}>
      <figcaption className="visually-hidden">{t('flow.caption')}</figcaption>
      <div className={styles.flow} aria-hidden="true">
        <ul className={styles.suppliers}>
          {MATERIALS.map((material, index) => (
            <li key={material}>
              <MaterialIcon name={material} />
              <span>
                <b>{t(`flow.material.${material}`)}</b>
                <small>{t('flow.supplier', { letter: 'ABCDE'[index] })}</small>
              </span>
            </li>
          ))}
        </ul>
        <GatherStream />
        <div className={styles.card}>
          <p className={styles.title}>{t('flow.footprint')}</p>
          <p className={styles.unit}>{t('flow.unit')}</p>
          <div className={styles.footprint}>
            <FootprintRing />
            <ul className={styles.legend}>
              {STAGES.map((stage) => (
                <li key={stage} data-stage={stage}>
                  {t(`flow.stage.${stage}`)}
                </li>
              ))}
            </ul>
          </div>
        </div>
        <BorderStream label={t('flow.border')} />
        <div className={styles.card}>
          <p className={styles.title}>{t('flow.declaration')}</p>
          <p className={styles.unit}>CBAM · ESPR</p>
          <ul className={styles.rows}>
            {ROWS.map((row) => (
              <li key={row}>
                <Icon name="check" size={16} />
                {t(`flow.row.${row}`)}
              </li>
            ))}
          </ul>
          <p className={styles.ready}>{t('flow.ready')}</p>
        </div>
      </div>
    </figure>
  )
}
