import { useTranslation } from '../../../i18n/use-translation'
import type { PageProof } from '../../../context/page-context'
import styles from './proof.module.css'
import { headingId } from './section'

const KINDS = ['customers', 'method', 'security'] as const

/** Whether the registry has something for the section. */
export const hasProof = (proof: PageProof): boolean => KINDS.some((kind) => proof[kind])

/** Customers, method and security, each only where the registry has something true to say of it. */
export function Proof({ proof }: { proof: PageProof }) {
  const { t } = useTranslation('home')
  return (
    <>
      <h2 id={headingId('proof')} className={styles.title}>
        {t('proof.title')}
      </h2>
      <div className={styles.groups}>
        {KINDS.map((kind) => {
          const facts = proof[kind]
          if (!facts) return null
          return (
            <div key={kind}>
              <h3>{t(`proof.${kind}`)}</h3>
              <dl>
                {facts.map(({ title, text }) => (
                  <div key={title}>
                    <dt>{title}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
            </div>
          )
        })}
      </div>
    </>
  )
}
