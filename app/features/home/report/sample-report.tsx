import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import type { PageBrand } from '../../../context/page-context'
import { buttonClass } from '../../../ui/button'
import { PageHeading } from '../../../ui/page-heading'
import { STAGES } from '../drawings/footprint-ring'
import { DECLARATION, EVENTS, SUPPLIERS, WIDTHS } from '../drawings/product-samples'
import styles from './sample-report.module.css'

/** The drawings' widths as kg CO₂e of one unit of product. */
const kilogrammesOf = (stage: (typeof STAGES)[number]): number => WIDTHS[stage] / 10
const TOTAL = STAGES.reduce((sum, stage) => sum + kilogrammesOf(stage), 0)

/** A report of an invented product, with the values of the drawings on the home page. It works without scripts and on paper. */
export function SampleReport({ brand }: { brand: PageBrand }) {
  const { t } = useTranslation(['report', 'home'])
  return (
    <article className={styles.report}>
      <PageHeading lead={t('report:lead', { brand: brand.name })}>{t('report:title')}</PageHeading>
      <Part title={t('report:footprint')} note={t('report:footprint-note')}>
        <Table heads={[t('report:stage'), t('report:amount'), t('report:share')]} numbers>
          {STAGES.map((stage) => (
            <tr key={stage}>
              <th scope="row">{t(`home:flow.stage.${stage}`)}</th>
              <td>{kilogrammesOf(stage).toFixed(1)}</td>
              <td>{((kilogrammesOf(stage) / TOTAL) * 100).toFixed(0)}%</td>
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row">{t('report:total')}</th>
            <td>{TOTAL.toFixed(1)}</td>
            <td>100%</td>
          </tr>
        </Table>
      </Part>
      <Part title={t('report:suppliers')}>
        <Table
          heads={[t('home:sample.supplier'), t('home:sample.item'), t('home:sample.source'), t('home:sample.state')]}
        >
          {SUPPLIERS.map(({ letter, item, source, state }) => (
            <tr key={letter}>
              <th scope="row">{t('home:flow.supplier', { letter })}</th>
              <td>{t(`home:flow.material.${item}`)}</td>
              <td>{t(`home:sample.${source}`)}</td>
              <td>{t(`home:sample.${state}`)}</td>
            </tr>
          ))}
        </Table>
      </Part>
      <Part title={t('report:declaration')} note={t('report:declaration-note')}>
        <Table heads={[t('report:item'), t('home:sample.state')]}>
          {DECLARATION.map(({ key, filled }) => (
            <tr key={key}>
              <th scope="row">{t(`home:${key}`)}</th>
              <td>{t(filled ? 'home:sample.filled' : 'home:sample.empty')}</td>
            </tr>
          ))}
        </Table>
      </Part>
      <Part title={t('report:history')}>
        <Table heads={[t('report:change'), t('report:basis')]}>
          {EVENTS.map((event) => (
            <tr key={event}>
              <th scope="row">{t(`home:sample.event.${event}`)}</th>
              <td>{t(`home:sample.event.${event}-by`)}</td>
            </tr>
          ))}
        </Table>
      </Part>
      <p className={styles.note}>{t('home:service.note')}</p>
      <p className={styles.actions}>
        <Link to="/support/request" className={buttonClass('primary')}>
          {t('home:hero.request')}
        </Link>
        <Link to="/" className={buttonClass('outline')}>
          {t('report:back')}
        </Link>
      </p>
    </article>
  )
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {note && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  )
}

function Table({
  heads,
  numbers = false,
  children,
}: {
  heads: string[]
  /** The columns after the first hold numbers. */
  numbers?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.wide} role="region" tabIndex={0} aria-label={heads.join(', ')}>
      <table className={numbers ? `${styles.table} ${styles.numbers}` : styles.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
