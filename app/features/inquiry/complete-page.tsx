import { useTranslation } from 'react-i18next'
import type { FormKind } from '../../../functions/contract/form-fields'
import { buttonClass } from '../../ui/button'
import { Icon } from '../../ui/icon'
import type { CompleteSearch, Known } from './complete'
import styles from './complete-page.module.css'
import { ReceiptState } from './receipt-state'

/** Confirms an inquiry or a proposal: what happens next, the receipt and its state, and every file that did not go. */
export function CompletePage({
  kind,
  search,
  state,
  email,
}: {
  kind: FormKind
  search: CompleteSearch
  state: Known
  email: string
}) {
  const { t } = useTranslation(['inquiry', 'page'])
  const { receipt, unsent = [], held = [] } = search
  return (
    <div className={styles.page}>
      <span className={styles.mark}>
        <Icon name="check" size={32} />
      </span>
      <div className={styles.words}>
        <h1>{t(`page:complete.${kind}`)}</h1>
        <p>{t(`complete-${kind}-text`)}</p>
      </div>
      {receipt && state && (
        <>
          <dl className={styles.receipt}>
            <div>
              <dt>{t('receipt')}</dt>
              <dd className={styles.number}>{receipt}</dd>
            </div>
            <div>
              <dt>{t('state')}</dt>
              <dd>
                <ReceiptState receipt={receipt} initial={state} />
              </dd>
            </div>
          </dl>
          {held.length > 0 && (
            <div className={styles.files}>
              <p>{t('held')}</p>
              <FileNames names={held} />
            </div>
          )}
          {unsent.length > 0 && (
            <div className={styles.files}>
              <p>{t('unsent')}</p>
              <FileNames names={unsent} />
              <p>{t('unsent-advice', { email })}</p>
            </div>
          )}
        </>
      )}
      <a href="/" className={buttonClass('primary')}>
        {t('go-to-main')}
      </a>
    </div>
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
