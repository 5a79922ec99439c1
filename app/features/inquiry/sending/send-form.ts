import type { TFunction } from 'i18next'
import { checkForm } from '../../../../functions/contract/check-form'
import { type FormKind } from '../../../../functions/contract/form-fields'
import { HONEYPOT } from '../../../../functions/contract/spam-signals'
import { completeAddress } from '../../../../functions/contract/form-outcome'
import { ApiFailure } from '../../../api/client'
import { UploadUnanswered } from '../../../api/upload'
import type { FormFiles } from '../attachments/use-files'
import { storeFilesLeft } from '../confirmation/receipt'
import { failureText, messageText } from '../messages'
import { refusedFilesText } from '../refused-files'
import type { Phase } from './phase'
import { sendInquiry } from './send'

// This module is loaded when a form is first sent, and the checks with it.
export { checkForm } from '../../../../functions/contract/check-form'

/** What a form gives to its sending. */
interface FormToSend {
  kind: FormKind
  t: TFunction<['inquiry', 'error']>
  files: FormFiles
  /** References from an earlier try, see `sendInquiry`. */
  uploaded: Map<string, string>
  /** Ends the uploads. */
  signal: AbortSignal
  spamCheck: { token(): Promise<string | null>; renew(): void } | null
  toasts: { show(text: string): void; settled(): Promise<void> }
  setPhase(phase: Phase): void
  /** Tells what is wrong, beside the field, or beside the button where it is null. */
  fail(field: string | null, text: string): void
  clearFailure(): void
  /** The inquiry is accepted. The form is shown for a moment more. */
  onAccepted(): void
}

/**
 * Checks a form, sends it, and goes on to the page that confirms it. Nothing leaves the browser before the consent is given.
 * Where it is not sent, the visitor has been told, and everything that was entered is still there.
 */
export async function sendForm(form: HTMLFormElement, context: FormToSend): Promise<void> {
  const { kind, t, files, signal, spamCheck, toasts, setPhase, fail } = context
  const values = Object.fromEntries(new FormData(form))
  const checked = checkForm(kind, values)
  if (checked.failure) {
    fail(checked.failure.field, messageText(t, checked.failure.message))
    return
  }
  context.clearFailure()
  try {
    const result = await sendInquiry({
      inquiry: checked.inquiry,
      files: files.lists,
      uploaded: context.uploaded,
      beside: {
        privacy_version: typeof values.privacy_version === 'string' ? values.privacy_version : null,
        processed_months: Number(values.processed_months),
        ...(values[HONEYPOT] !== '' && { [HONEYPOT]: String(values[HONEYPOT]) }),
      },
      spamCheckToken: () => spamCheck?.token() ?? Promise.resolve(null),
      onUploadFailed: () => toasts.show(t('inquiry:file-upload-fail-alert')),
      setPhase,
      signal,
    })
    if (hasReturned(form)) return
    context.onAccepted()
    storeFilesLeft(result.receipt, result)
    await toasts.settled()
    if (hasReturned(form)) return
    form.reset()
    location.assign(completeAddress(kind, result.receipt, new URLSearchParams(location.search).get('lng'), null))
  } catch (error) {
    spamCheck?.renew()
    setPhase({ name: error instanceof UploadUnanswered ? 'stopped' : 'filling' })
    if (!signal.aborted) tellFailure(error, context)
  }
}

/**
 * Whether its visitor has left a form within the app while it was sent, and has one before him again: what is typed there is not lost to what
 * was sent. The same text sent once more is the same inquiry, and comes to the page that confirms it.
 */
const hasReturned = (form: HTMLFormElement): boolean =>
  !form.isConnected && document.querySelector('form[data-kept]') !== null

function tellFailure(error: unknown, { t, files, fail }: FormToSend): void {
  if (error instanceof UploadUnanswered) return fail(null, t('inquiry:upload-stopped'))
  if (!(error instanceof ApiFailure)) throw error
  if (error.field === undefined) return fail(null, failureText(t, error))
  const chosen = files.lists[error.field] ?? []
  const { alert, beside } = refusedFilesText(t, error, chosen, files.ruleOf(error.field))
  files.fail(error.field, beside)
  fail(null, alert)
}
