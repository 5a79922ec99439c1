import type { ReactNode } from 'react'
import type { PageVisitor } from '../../context/page-context'
import { useTranslation } from '../../i18n/use-translation'
import { HONEYPOT } from '../../../functions/contract/spam-signals'
import { type FormOutcome } from '../../../functions/contract/form-outcome'
import { Icon } from '../../ui/icon'
import { inLanguage } from '../../urls/in-language'
import { Toasts } from '../../ui/toast'
import { PrivacyConsent } from './fields/privacy-consent'
import styles from './form.module.css'
import { SendArea } from './sending/send-area'
import type { InquiryFormState } from './use-inquiry-form'
import { SpamCheck } from './spam-check/spam-check'

/** What a page gives to its form. */
export interface InquiryFormProps {
  /** The page's own path: without JavaScript the form is posted there (docs/contract.md#6). */
  path: string
  visitor: PageVisitor
  loaded: {
    /** Entry of the country list that is selected at first, or null. */
    countryDefault: string | null
    /** How the form failed when it was posted without JavaScript, or null. */
    outcome: FormOutcome | null
    /** Version of the privacy policy in force; null before there was one. The notice repeats its articles 1 to 3. */
    privacyVersion: string | null
  }
}

/** What both forms share around their own fields: the error summary, consent, honeypot, spam check, submit button and toasts. */
export function InquiryForm({
  form,
  page: { path, visitor, loaded },
  children,
}: {
  form: InquiryFormState
  page: InquiryFormProps
  children: ReactNode
}) {
  const { t } = useTranslation(['inquiry', 'error'])
  const { kind, failure, sending } = form
  const { turnstile } = visitor.brand
  const general = failure?.field === null ? failure.text : undefined
  return (
    <form
      ref={form.ref}
      className={styles.form}
      method="post"
      action={inLanguage(path, visitor)}
      encType="multipart/form-data"
      aria-label={t(`inquiry:${kind}-form`)}
      aria-busy={sending || undefined}
      noValidate
      // Where the tab keeps what comes back after a reload (framework/hydration-script.ts).
      data-kept={form.draftKey}
      onInput={form.onInput}
      onSubmit={form.onSubmit}
    >
      {failure?.posted && (
        <div className={styles.failure} role="alert" {...(general !== undefined && { tabIndex: -1, autoFocus: true })}>
          <Icon name="alert" />
          <span>{failure.text}</span>
        </div>
      )}
      <p className={styles.note}>{t('inquiry:required-note')}</p>
      {children}
      <FormSection title={t('section-privacy')} hint={t('section-privacy-hint')}>
        <Wide>
          <PrivacyConsent kind={kind} field={form.field} version={loaded.privacyVersion} visitor={visitor} />
        </Wide>
      </FormSection>
      <div className="visually-hidden" aria-hidden="true" data-untyped>
        <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </div>
      {turnstile && <SpamCheck siteKey={turnstile.siteKey} handle={form.spamCheck} />}
      <SendArea form={form} />
      <Toasts toasts={form.toasts} closeLabel={t('inquiry:close')} />
    </form>
  )
}

/** A group of fields with its name on the left, or above where the form is narrow. */
export function FormSection({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      <p className={styles.about}>{hint}</p>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}

/** A field across both columns of its section. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>
}
