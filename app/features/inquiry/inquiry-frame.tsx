import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HONEYPOT, type FormKind, type FormOutcome } from '../../../functions/contract/form-fields'
import { TOAST_MS } from '../../../functions/contract/limits'
import { Button } from '../../ui/button'
import { FieldError } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { Toasts } from '../../ui/toast'
import { HumanCheck } from './human-check'
import styles from './inquiry-form.module.css'
import { PRIVACY_VERSION } from './privacy-version'
import { SendingStatus } from './sending-status'
import type { InquiryForm } from './use-inquiry-form'

/** What a form needs to know from its page. */
export interface InquiryFormProps {
  /** The page's own path: without a script the form is posted there (contract: Forms). */
  action: string
  /** Drafts are kept apart by brand. */
  brandId: string
  /** ISO code of the country chosen at first, or null. */
  countryDefault: string | null
  /** How the form failed when it came without a script, or null. */
  outcome: FormOutcome | null
  /** The brand's Turnstile, or null. */
  turnstile: { siteKey: string } | null
}

/** What both forms have around their fields: the message of a failed post, what only machines see, and the end. */
export function InquiryFrame({
  kind,
  action,
  state,
  turnstile,
  children,
}: {
  kind: FormKind
  action: string
  state: InquiryForm
  turnstile: InquiryFormProps['turnstile']
  children: ReactNode
}) {
  const { t } = useTranslation(['inquiry', 'error'])
  const sending = state.phase.name !== 'filling'
  const general = state.failure?.field === null ? state.failure.text : undefined
  return (
    <form
      ref={state.form}
      className={styles.form}
      method="post"
      action={action}
      encType="multipart/form-data"
      aria-label={t(`inquiry:${kind}-form`)}
      aria-busy={sending}
      noValidate
      onInput={state.onInput}
      onSubmit={state.onSubmit}
    >
      {state.failure?.posted && (
        <div className={styles.failure} role="alert" {...(general !== undefined && { tabIndex: -1, autoFocus: true })}>
          <Icon name="alert" />
          <span>{state.failure.text}</span>
        </div>
      )}
      <p className={styles.note}>{t('inquiry:required-note')}</p>
      {children}
      <input type="hidden" name="privacy_version" value={PRIVACY_VERSION} />
      <input type="hidden" name="idempotency_key" />
      <div className={styles.trap} aria-hidden="true" data-untyped>
        <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </div>
      {turnstile && <HumanCheck siteKey={turnstile.siteKey} check={state.humanCheck} />}
      <div className={styles.end}>
        <Button
          type="submit"
          aria-disabled={sending || undefined}
          aria-describedby={general ? 'submit-error' : undefined}
        >
          {t(sending ? 'inquiry:sending' : 'inquiry:submit')}
        </Button>
        <SendingStatus phase={state.phase} attached={state.attachments.attached} />
        {general && <FieldError id="submit-error">{general}</FieldError>}
      </div>
      <Toasts toasts={state.toasts.toasts} ms={TOAST_MS} closeLabel={t('inquiry:close')} onClose={state.toasts.close} />
    </form>
  )
}

/** A group of fields with its name on the left, or above where the form is narrow. */
export function FormSection({
  id,
  title,
  hint,
  children,
}: {
  id: string
  title: string
  hint: string
  children: ReactNode
}) {
  return (
    <div className={styles.section} role="group" aria-labelledby={id}>
      <div className={styles.about}>
        <strong id={id}>{title}</strong>
        <p>{hint}</p>
      </div>
      <div className={styles.fields}>{children}</div>
    </div>
  )
}
