import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AuditVignette } from './audit-vignette'
import { headingId } from './band'
import { DeclarationVignette } from './declaration-vignette'
import styles from './features.module.css'
import { FootprintVignette } from './footprint-vignette'
import { SuppliersVignette } from './suppliers-vignette'

type Feature = 'suppliers' | 'footprint' | 'declaration' | 'audit'

/** The four features (spec 1), each with a small piece of the product's screen. */
export function Features() {
  const { t } = useTranslation('home')
  return (
    <>
      <div className={styles.head}>
        <h2 id={headingId('features')}>{t('features.title')}</h2>
        <p>{t('features.note')}</p>
      </div>
      <ul className={styles.bento}>
        <Tile feature="suppliers">
          <SuppliersVignette />
        </Tile>
        <Tile feature="footprint">
          <FootprintVignette />
        </Tile>
        <Tile feature="declaration">
          <DeclarationVignette />
        </Tile>
        <Tile feature="audit">
          <AuditVignette />
        </Tile>
      </ul>
    </>
  )
}

/** The vignette repeats in sample data what the words say, so only the words are read out. */
function Tile({ feature, children }: { feature: Feature; children: ReactNode }) {
  const { t } = useTranslation('home')
  return (
    <li className={styles.tile} data-feature={feature}>
      <h3>{t(`features.${feature}.title`)}</h3>
      <p>{t(`features.${feature}.text`)}</p>
      <div className={styles.screen} aria-hidden="true">
        {children}
      </div>
    </li>
  )
}
