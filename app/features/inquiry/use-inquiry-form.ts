import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../i18n/use-translation'
import { type FormKind, asksFor, INPUTS, missingMessage, type InputName } from '../../../functions/contract/form-fields'
import { type FormOutcome } from '../../../functions/contract/form-outcome'
import { FILE_FIELDS, type FileField } from '../../../functions/contract/form-files'
import { limitMessage, typedValue } from '../../../functions/contract/typed-value'
import { ensureCsrfToken, isReachable } from '../../api/client'
import { useToasts } from '../../ui/toast'
import { useFiles } from './attachments/use-files'
import type { SpamCheckHandle } from './spam-check/spam-check'
import { draftKey, forget, isTyped, restoreDraft, saveDraft } from './draft'
import { besideFileField, messageText } from './messages'
import { isSending, type Phase } from './sending/phase'

type SendModule = typeof import('./sending/send-form')

/** `field` is null where the form as a whole failed. */
interface Failure {
  field: string | null
  text: string
  /** What stands beside the field, where it says more. */
  beside?: string | undefined
  /** The server found it: the form was posted without JavaScript. */
  posted?: boolean
}

/**
 * The state of a form in the browser: draft, checks, sending. Without JavaScript the same form posts itself (docs/contract.md#6).
 * @param brandId drafts are separate for each brand
 * @param outcome how the form failed when it was posted without JavaScript
 */
export function useInquiryForm(kind: FormKind, brandId: string, outcome: FormOutcome | null) {
  const { t } = useTranslation(['inquiry', 'error'])
  const ref = useRef<HTMLFormElement>(null)
  const spamCheck = useRef<SpamCheckHandle>(null)
  const busy = useRef(false)
  const sent = useRef(false)
  const loaded = useRef<SendModule | null>(null)
  const uploads = useRef(new AbortController())
  const uploaded = useRef(new Map<string, string>())
  const [phase, setPhase] = useState<Phase>({ name: 'filling' })
  const sending = isSending(phase)
  const besideOf = ({ field, message, refused }: FormOutcome): string | undefined => {
    const rule = refused && FILE_FIELDS[kind][field as FileField]
    return rule && besideFileField(t, messageText(t, message), [refused], rule)
  }
  const [failure, setFailure] = useState<Failure | null>(
    outcome && { field: outcome.field, text: messageText(t, outcome.message), beside: besideOf(outcome), posted: true },
  )
  const toasts = useToasts()
  const [said, say] = useState('')
  const files = useFiles(kind, brandId, outcome?.notKept ?? {}, toasts.show)
  const [tooLong, setTooLong] = useState<Partial<Record<string, string>>>({})

  const restore = useEffectEvent(() => {
    if (!ref.current) return
    // A form that comes back has more than the draft.
    if (!outcome) {
      restoreDraft(ref.current, brandId, kind)
      files.restore()
    }
    // What was typed before the app was there.
    if (outcome || isTyped(ref.current)) saveDraft(ref.current, brandId, kind)
  })
  useEffect(() => {
    restore()
    void ensureCsrfToken()
  }, [])
  useEffect(() => {
    // The browser may show the page again as it was when the form was sent (back-forward cache): the form must be a fresh one.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && sent.current) location.reload()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  const fail = (field: string | null, text: string) => {
    // At once: the field says what is wrong with it as it gets the focus.
    flushSync(() => {
      setFailure({ field, text })
      toasts.show(text)
    })
    const control = field === null ? null : ref.current?.elements.namedItem(field)
    if (control instanceof HTMLElement) control.focus()
  }

  /** Says at once what is longer than its limit: nothing is cut. */
  const tellLength = ({ name, value }: { name: string; value: string }) => {
    if (!isInput(kind, name)) return
    const alert = limitMessage(name, typedValue(name, value))
    if (Boolean(alert) === Boolean(tooLong[name])) return
    setTooLong(({ [name]: _before, ...others }) => (alert ? { ...others, [name]: t(`inquiry:${alert}`) } : others))
    if (alert) toasts.show(t(`inquiry:${alert}`))
  }

  /** Nothing of an accepted inquiry is a draft any more, nor what is typed until the page that confirms it is there. */
  const onAccepted = () => {
    sent.current = true
    forget(draftKey(brandId, kind))
    files.clear()
  }

  /** Saves the draft, and removes the message of a field that has become valid. */
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!ref.current) return
    if (!sent.current) saveDraft(ref.current, brandId, kind)
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) tellLength(target)
    if (!failure) return
    const next = loaded.current?.checkForm(kind, valuesOf(ref.current)).failure
    if (failure.field === null || (loaded.current && next?.field !== failure.field)) setFailure(null)
  }

  const send = async (form: HTMLFormElement, module: SendModule) => {
    loaded.current = module
    uploads.current = new AbortController()
    await module.sendForm(form, {
      kind,
      t,
      files,
      uploaded: uploaded.current,
      signal: uploads.current.signal,
      spamCheck: spamCheck.current,
      toasts,
      // At once: what is typed from now on would not be sent.
      setPhase: (next) => flushSync(() => setPhase(next)),
      fail,
      clearFailure: () => setFailure(null),
      onAccepted,
    })
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    try {
      const [module, hasToken] = await Promise.all([import('./sending/send-form').catch(() => null), ensureCsrfToken()])
      if (module && hasToken) await send(form, module)
      else await submitNatively(form)
    } finally {
      busy.current = false
    }
  }

  /** The browser's own submit: for a browser without cookies, and where the script that sends a form cannot be loaded (decision 013). */
  const submitNatively = async (form: HTMLFormElement) => {
    // Without a line the browser's own error page would take the place of the form.
    if (!(await isReachable())) return fail(null, t('inquiry:network-alert'))
    for (const [name, list] of Object.entries(files.lists)) {
      const input = form.elements.namedItem(name)
      const taken = new DataTransfer()
      for (const file of list) taken.items.add(file)
      if (input instanceof HTMLInputElement) input.files = taken.files
    }
    form.submit()
  }

  /** Ends the uploads, or leaves the choice after one without an answer. Nothing that was entered is lost. */
  const onCancel = () => {
    uploads.current.abort()
    setFailure(null)
    setPhase({ name: 'filling' })
  }

  /**
   * What each control gets by its name. After a post without JavaScript the values are there again and the failing control has the
   * focus.
   */
  const control = (name: string) => ({
    id: `${kind}-${name}`,
    name,
    error: failure?.field === name ? (failure.beside ?? failure.text) : tooLong[name],
    defaultValue: outcome?.values[name],
    autoFocus: outcome?.field === name,
  })

  /** What the control of an input gets: that, and what the table of fields says. */
  const field = (name: InputName) => {
    const input = INPUTS[name]
    return {
      ...control(name),
      label: t(`inquiry:${input.label}`),
      required: missingMessage(kind, name) !== null,
      ...('autoComplete' in input && { autoComplete: input.autoComplete }),
      // Not disabled: the focus stays in a text, and a choice is read with the form.
      ...('limit' in input && { readOnly: sending }),
      inert: !('limit' in input) && sending,
    }
  }

  return {
    kind,
    draftKey: draftKey(brandId, kind),
    ref,
    phase,
    sending,
    failure,
    toasts,
    said,
    say,
    files,
    spamCheck,
    control,
    field,
    onInput,
    onSubmit,
    onCancel,
  }
}
export type InquiryFormState = ReturnType<typeof useInquiryForm>
export type FieldOf = InquiryFormState['field']

const isInput = (kind: FormKind, name: string): name is InputName => asksFor(kind, name)
const valuesOf = (form: HTMLFormElement): Record<string, FormDataEntryValue> => Object.fromEntries(new FormData(form))
