import type { TFunction } from 'i18next'
import type { Dispatch, SetStateAction } from 'react'
import { checkForm } from '../../../../functions/contract/check-form'
import { completeAddress, type FormKind } from '../../../../functions/contract/form-fields'
import { ApiFailure } from '../../../api/client'
import { UploadStalled } from '../../../api/upload'
import { settleUploads } from '../attachments/stage'
import type { FormFiles } from '../attachments/use-files'
import { storeFilesLeft } from '../confirmation/receipt'
import { clearDraft } from '../draft'
import { failureText, messageText } from '../messages'
import { refusedFilesText } from '../refused-files'
import type { Phase } from './phase'
import { sendInquiry } from './send'

// This module is loaded when a form is first sent, and the checks with it.
export { checkForm } from '../../../../functions/contract/check-form'
export { cancelUploads } from '../attachments/stage'

/** What a form gives to its sending. */
export interface FormToSend {
  kind: FormKind
  brandId: string
  t: TFunction<['inquiry', 'error']>
  files: FormFiles
  /** References from an earlier try, see `sendInquiry`. */
  uploaded: Map<string, string>
  /** Ends the uploads. */
  signal: AbortSignal
  spamCheck: { token(): Promise<string | null>; renew(): void } | null
  toasts: { show(text: string): void; settled(): Promise<void> }
  setPhase: Dispatch<SetStateAction<Phase>>
  /** Tells what is wrong, beside the field, or beside the button where it is null. */
  fail(field: string | null, text: string): void
  clearFailure(): void
}

/**
 * Checks a form, sends it, and goes on to the page that confirms it.
 * @returns whether it was sent; where it was not, the visitor has been told
 */
export async function sendForm(form: HTMLFormElement, context: FormToSend): Promise<boolean> {
  const { kind, brandId, t, files, signal, spamCheck, toasts, setPhase, fail } = context
  const values = Object.fromEntries(new FormData(form))
  const checked = checkForm(kind, values)
  if (checked.failure) {
    fail(checked.failure.field, messageText(t, checked.failure.message))
    return false
  }
  context.clearFailure()
  setPhase({ name: 'files', sent: {}, again: false })
  try {
    if (!(await settleUploads(files.attachments, signal))) {
      setPhase({ name: 'filling' })
      return false
    }
    const result = await sendInquiry({
      inquiry: checked.inquiry,
      files: files.attachments.lists,
      uploaded: context.uploaded,
      privacyVersion: typeof values.privacy_version === 'string' ? values.privacy_version : null,
      processedMonths: Number(values.processed_months),
      spamCheckToken: () => spamCheck?.token() ?? Promise.resolve(null),
      onUploadFailed: () => toasts.show(t('inquiry:file-upload-fail-alert')),
      onProgress: (field, bytes) =>
        setPhase((present) =>
          present.name === 'files'
            ? { name: 'files', sent: { ...present.sent, [field]: bytes }, again: false }
            : present,
        ),
      onRetry: () => setPhase((present) => (present.name === 'files' ? { ...present, again: true } : present)),
      signal,
      onInquiry: () => setPhase({ name: 'inquiry' }),
    })
    clearDraft(brandId, kind)
    files.attachments.clear()
    await toasts.settled()
    form.reset()
    storeFilesLeft(result.receipt, result)
    location.assign(completeAddress(kind, result.receipt, new URLSearchParams(location.search).get('lng'), null))
    return true
  } catch (error) {
    spamCheck?.renew()
    setPhase(error instanceof UploadStalled ? { name: 'stalled' } : { name: 'filling' })
    if (!signal.aborted) await tellFailure(error, context)
    return false
  }
}

async function tellFailure(error: unknown, { t, files, fail }: FormToSend): Promise<void> {
  if (error instanceof UploadStalled) return fail(null, t('inquiry:upload-stalled'))
  if (!(error instanceof ApiFailure)) throw error
  if (error.field === undefined) return fail(null, failureText(t, error))
  const chosen = files.attachments.lists[error.field] ?? []
  const { alert, beside } =
    error.status === 400
      ? await files.expire(error.field)
      : refusedFilesText(t, error, chosen, files.ruleOf(error.field))
  files.fail(error.field, beside)
  fail(null, alert)
}
