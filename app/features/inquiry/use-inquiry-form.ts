import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileField, FormKind, FormOutcome } from '../../../functions/contract/form-fields'
import { clearDraft, restoreDraft, saveDraft } from './draft'
import type { HumanCheckHandle } from './human-check'
import { messageText } from './message-text'
import { PRIVACY_VERSION } from './privacy-version'
import { useAttachments } from './use-attachments'
import { useToasts } from './use-toasts'

type SubmitModule = typeof import('./submit')

/** What failed: a field, or (null) the form as a whole. `text` is the sentence. */
export interface Failure {
  field: string | null
  text: string
  /** Found by the edge, as the form came without a script. */
  posted?: boolean
}

/** Where a sending is: bytes sent by field while files go, then the inquiry itself. */
export type Phase =
  | { name: 'filling' }
  | { name: 'files'; sent: Partial<Record<FileField, number>> }
  | { name: 'inquiry' }

/**
 * A form's life in the browser: draft, checks, sending. Without a script the same form posts itself (contract: Forms).
 * @param outcome how the form failed when it came without a script
 */
export function useInquiryForm({
  kind,
  brandId,
  outcome,
}: {
  kind: FormKind
  brandId: string
  outcome: FormOutcome | null
}) {
  const { t } = useTranslation(['inquiry', 'error'])
  const form = useRef<HTMLFormElement>(null)
  const busy = useRef(false)
  const sent = useRef(false)
  const checks = useRef<SubmitModule['checkForm'] | null>(null)
  const uploaded = useRef(new WeakMap<readonly File[], string>())
  const [failure, setFailure] = useState<Failure | null>(
    outcome && { field: outcome.field, text: messageText(t, outcome.message), posted: true },
  )
  const [phase, setPhase] = useState<Phase>({ name: 'filling' })
  const humanCheck = useRef<HumanCheckHandle>(null)
  const toasts = useToasts()
  const attachments = useAttachments(kind, toasts.alert)

  const restore = useEffectEvent(() => {
    if (form.current && !outcome) restoreDraft(form.current, brandId, kind)
  })
  useEffect(() => restore(), [])
  useEffect(() => {
    // The page that was sent may come back whole from the browser's memory: its form must be a fresh one.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && sent.current) location.reload()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  const fail = (field: string | null, text: string) => {
    setFailure({ field, text })
    toasts.alert(text)
    const control = field === null ? null : form.current?.elements.namedItem(field)
    if (control instanceof HTMLElement) control.focus()
  }

  /** Keeps the draft, and takes the message off a field that the visitor has mended. */
  const onInput = () => {
    if (!form.current) return
    saveDraft(form.current, brandId, kind)
    if (!failure) return
    const next = checks.current?.(kind, fieldsOf(form.current)).failure
    if (failure.field === null || (checks.current && next?.field !== failure.field)) setFailure(null)
  }

  const send = async (
    element: HTMLFormElement,
    { checkForm, sendInquiry, completeAddress, FilesRefused, Refusal }: SubmitModule,
  ) => {
    checks.current = checkForm
    const checked = checkForm(kind, fieldsOf(element))
    if (checked.failure) return fail(checked.failure.field, messageText(t, checked.failure.message))
    setFailure(null)
    setPhase({ name: 'files', sent: {} })
    try {
      const done = await sendInquiry({
        inquiry: checked.inquiry,
        files: attachments.latest.current,
        uploaded: uploaded.current,
        privacyVersion: PRIVACY_VERSION,
        humanToken: () => humanCheck.current?.token() ?? Promise.resolve(null),
        report: {
          uploadFailed: () => toasts.alert(t('inquiry:file-upload-fail-alert')),
          progress: (field, bytes) =>
            setPhase((present) =>
              present.name === 'files' ? { name: 'files', sent: { ...present.sent, [field]: bytes } } : present,
            ),
          inquiry: () => setPhase({ name: 'inquiry' }),
        },
      })
      clearDraft(brandId, kind)
      await toasts.settled()
      element.reset()
      sent.current = true
      location.assign(completeAddress(kind, done, new URLSearchParams(location.search).get('lng')))
    } catch (error) {
      humanCheck.current?.renew()
      setPhase({ name: 'filling' })
      if (error instanceof FilesRefused) {
        const text = refusedFilesText(t, error.refusal, attachments.latest.current[error.field] ?? [])
        attachments.fail(error.field, text)
        setFailure({ field: null, text })
        toasts.alert(text)
      } else if (error instanceof Refusal) fail(null, messageText(t, error.code))
      else throw error
    }
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget
    // What filled the field that nobody sees goes the plain way; the edge judges it.
    if (element.querySelector<HTMLInputElement>('[data-untyped] input')?.value) return
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    try {
      await send(element, await import('./submit'))
    } finally {
      busy.current = false
    }
  }

  const errorOf = (field: string) => (failure?.field === field ? failure.text : undefined)
  return { form, failure, errorOf, phase, toasts, attachments, humanCheck, onInput, onSubmit }
}
export type InquiryForm = ReturnType<typeof useInquiryForm>

function fieldsOf(form: HTMLFormElement): Record<string, FormDataEntryValue> {
  return Object.fromEntries(new FormData(form))
}

type Refused = InstanceType<SubmitModule['Refusal']>

/** Names the file where the edge says which one it is. */
function refusedFilesText(
  t: Parameters<typeof messageText>[0],
  { status, code, problem }: Refused,
  files: readonly File[],
): string {
  const text = messageText(t, status === 415 || status === 413 ? 'format-size-alert' : code)
  const told = JSON.stringify([problem.detail, problem.errors])
  const named =
    files.length === 1 ? files[0] : files.find(({ name }) => told.includes(JSON.stringify(name).slice(1, -1)))
  return named && (status === 415 || status === 413)
    ? t('inquiry:file-refused', { name: named.name, message: text })
    : text
}
