import { useTranslation } from '../../../i18n/use-translation'
import { Icon } from '../../../ui/icon'
import styles from './flow-figure.module.css'
import { FootprintRing, STAGES } from './footprint-ring'

/** Icons of what the sample suppliers of a steel structure deliver, in a 24 × 24 box. */
const MATERIALS = {
  steel: 'M5 4h14M5 20h14M8 4v2.5l2.5 1.5v8L8 17.5V20M16 4v2.5L13.5 8v8l2.5 1.5V20',
  tube: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM12 20h8.5V13',
  fastener: 'M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9zM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  coating: 'M12 3.5c3.7 4.4 6 7.6 6 10.5a6 6 0 0 1-12 0c0-2.9 2.3-6.1 6-10.5z',
  transport: 'M3 6h11v10H3zM14 10h4l3 3v3h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
}
const SUPPLIERS = [
  { letter: 'A', material: 'steel' },
  { letter: 'B', material: 'tube' },
  { letter: 'C', material: 'fastener' },
  { letter: 'D', material: 'coating' },
  { letter: 'E', material: 'transport' },
] as const
const ROWS = ['code', 'site', 'emissions', 'evidence'] as const

/** The product in one picture: suppliers' data, a product's footprint, a declaration across the border. */
export function FlowFigure() {
  const { t } = useTranslation('home')
  return (
    <figure className={styles.figure}>
      <figcaption className="visually-hidden">{t('flow.caption')}</figcaption>
      <div className={styles.flow} aria-hidden="true">
        <ul className={styles.suppliers}>
          {SUPPLIERS.map(({ letter, material }) => (
            <li key={letter}>
              <svg
                width="22"
                height="22"
                viewBox="0 0 24 24"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.6"
                strokeLinecap="round"
                strokeLinejoin="round"
              >
                <path d={MATERIALS[material]} />
              </svg>
              <span>
                <b>{t(`flow.material.${material}`)}</b>
                <small>{t('flow.supplier', { letter })}</small>
              </span>
            </li>
          ))}
        </ul>
        <div className={styles.stream}>
          <Lines className={styles.wide} paths={[9, 29.5, 50, 70.5, 91].map(toMiddleRight)} />
          <Lines className={styles.tall} paths={[16.5, 50, 83.5].map(toMiddleBottom)} />
        </div>
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
        <div className={styles.stream}>
          <Lines className={styles.wide} paths={[toMiddleRight(50)]} />
          <Lines className={styles.tall} paths={[toMiddleBottom(50)]} />
          <span className={styles.border}>
            <span>{t('flow.border')}</span>
          </span>
        </div>
        <div className={styles.card}>
          <p className={styles.title}>{t('flow.declaration')}</p>
          <p className={styles.unit}>{t('flow.scope')}</p>
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

const toMiddleRight = (y: number) => `M0 ${y}C58 ${y} 42 50 100 50`
const toMiddleBottom = (x: number) => `M${x} 0C${x} 62 50 38 50 100`

/** Lines that stretch with their box, with drops that move along them. */
function Lines({ className, paths }: { className: string | undefined; paths: string[] }) {
  return (
    <svg className={className} viewBox="0 0 100 100" preserveAspectRatio="none">
      {paths.map((path) => (
        <path key={path} className={styles.line} d={path} />
      ))}
      {paths.map((path) => (
        <path key={path} className={styles.drops} d={path} />
      ))}
    </svg>
  )
}
