import { useEffect, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import type { FormKind } from '../../../../functions/contract/form-fields'
import type { ReceiptState } from '../../../../functions/contract/inquiry-body'
import type { PageVisitor } from '../../../context/page-context'
import { formatDateTime } from '../../../i18n/format'
import { inLanguage } from '../../../urls/in-language'
import { buttonClass } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import styles from './complete-page.module.css'
import { PrintedBrand } from './printed-brand'
import { knownState, loadReceipt, storedFilesLeft, type FilesLeft, type ReceiptResult } from './receipt'

/** Pauses between two looks at the state: a queued inquiry is delivered within two minutes of the upstream's return. */
const PAUSES_MS = [3000, 5000, 10_000, 20_000, 30_000]

/** Confirms an inquiry or a proposal: what happens next, the receipt with its state, and the files that were not sent. */
export function CompletePage({
  kind: ofAddress,
  receipt,
  result: loaded,
  visitor,
}: {
  /** Of the page's address; what is said follows the receipt's own. */
  kind: FormKind
  receipt: string | undefined
  result: ReceiptResult
  visitor: PageVisitor
}) {
  const { company, privacy } = visitor.brand
  const { email } = company
  const { t } = useTranslation(['receipt', 'page'])
  const [result, setResult] = useState(loaded)
  const known = knownState(result)
  const kind = known?.kind ?? ofAddress
  const [stored, setStored] = useState<FilesLeft | null>(null)
  useEffect(() => setStored(receipt ? storedFilesLeft(receipt) : null), [receipt])
  const unsent = stored?.unsent ?? []
  // Only the page's own address has their signed names.
  const held = stored?.held ?? knownState(loaded)?.held ?? []
  // Nothing is confirmed or waited for any more.
  const isDestroyed = known?.state === 'destroyed'
  if (receipt !== undefined && !result) return <NotFound visitor={visitor} />
  return (
    <div className={styles.page}>
      <PrintedBrand name={visitor.brand.name} />
      {!isDestroyed && (
        <span className={styles.mark}>
          <Icon name="check" size={32} />
        </span>
      )}
      <div className={styles.words}>
        <h1>{isDestroyed ? t('title') : t(`page:complete.${kind}`)}</h1>
        {!isDestroyed && <p>{t(known?.answered_at ? 'complete-answered-text' : `complete-${kind}-text`)}</p>}
      </div>
      {receipt && result && (
        <>
          <dl className={styles.receipt}>
            <div>
              <dt>{t('receipt')}</dt>
              <dd className={styles.number}>{receipt}</dd>
            </div>
            {known && (
              <div>
                <dt>{t('received')}</dt>
                <dd>{t('time', { time: formatDateTime(known.accepted_at, visitor.locale) })}</dd>
              </div>
            )}
            <div>
              <dt>{t('kind')}</dt>
              <dd>{t(`kinds.${kind}`)}</dd>
            </div>
            <div>
              <dt>{t('state')}</dt>
              <dd>
                <LiveState receipt={receipt} state={known?.state ?? 'unknown'} onChange={setResult} />
              </dd>
            </div>
          </dl>
          {!isDestroyed && <p>{t('keep')}</p>}
          <a className={styles.unprinted} href={inLanguage(`/support/request/status`, visitor, { receipt })}>
            {t('status-link')}
          </a>
          {!isDestroyed && held.length > 0 && (
            <div className={styles.files}>
              <p>{t('held')}</p>
              <FileNames names={held} />
            </div>
          )}
          {!isDestroyed && unsent.length > 0 && (
            <div className={styles.files}>
              <p>{t('unsent')}</p>
              <FileNames names={unsent} />
              <p>{t('unsent-advice', { email })}</p>
            </div>
          )}
        </>
      )}
      {!isDestroyed && <p className={styles.rights}>{t('rights', { email: privacy?.email ?? email })}</p>}
      <a href={inLanguage('/', visitor)} className={buttonClass('primary', styles.unprinted)}>
        {t('go-to-main')}
      </a>
    </div>
  )
}

/** A receipt that this website does not have: mistyped, invented, or of a record that has been deleted. */
function NotFound({ visitor }: { visitor: PageVisitor }) {
  const { t } = useTranslation(['receipt', 'page'])
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <h1>{t('page:complete.unknown')}</h1>
        <p>{t('none')}</p>
      </div>
      <a href={inLanguage('/support/request/status', visitor)}>{t('status-link')}</a>
      <a href={inLanguage('/', visitor)} className={buttonClass('primary')}>
        {t('go-to-main')}
      </a>
    </div>
  )
}

/** The state of an inquiry, asked for again until it is final; without JavaScript a link reloads the page. */
function LiveState({
  receipt,
  state,
  onChange,
}: {
  receipt: string
  state: ReceiptState['state'] | 'unknown'
  onChange: (result: ReceiptState) => void
}) {
  const { t } = useTranslation('receipt')
  const [looks, setLooks] = useState(0)
  const waiting = state === 'queued' || state === 'unknown'

  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(
      async () => {
        const next = document.hidden ? null : knownState(await loadReceipt({ receipt }))
        // A look without an answer takes nothing back that is known.
        if (next) onChange(next)
        setLooks((count) => count + 1)
      },
      PAUSES_MS[Math.min(looks, PAUSES_MS.length - 1)],
    )
    return () => clearTimeout(timer)
  }, [waiting, looks, receipt, onChange])

  return (
    <>
      <output className={state === 'delivered' ? styles.delivered : undefined}>{t(`state-${state}`)}</output>
      {waiting && (
        <a className={styles.again} href="">
          {t('state-again')}
        </a>
      )}
    </>
  )
}

function FileNames({ names }: { names: string[] }) {
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
