import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadReceipt, type Known } from './complete'
import styles from './complete-page.module.css'

/** First soon, then ever more rarely: a queued inquiry is delivered within two minutes of the upstream's return. */
const PAUSES_MS = [3000, 5000, 10_000, 20_000, 30_000]

/** The state of an inquiry, kept up to date while it is on its way; without a script by a link. */
export function ReceiptState({ receipt, initial }: { receipt: string; initial: Exclude<Known, null> }) {
  const { t } = useTranslation('inquiry')
  const [state, setState] = useState(initial)
  const [turn, setTurn] = useState(0)
  const waiting = state === 'queued' || state === 'unknown'

  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(
      async () => {
        const next = document.hidden ? null : await loadReceipt(receipt)
        if (next) setState(next)
        setTurn((present) => present + 1)
      },
      PAUSES_MS[Math.min(turn, PAUSES_MS.length - 1)],
    )
    return () => clearTimeout(timer)
  }, [waiting, turn, receipt])

  return (
    <>
      <span role="status" className={styles[state]}>
        {t(`state-${state}`)}
      </span>
      {waiting && (
        <a className={styles.again} href="">
          {t('state-again')}
        </a>
      )}
    </>
  )
}
