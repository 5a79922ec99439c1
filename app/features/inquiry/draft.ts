import type { FormKind } from '../../../functions/contract/form-fields'

/*
 * The draft of a form survives a reload in the same tab: session storage, by brand and form. Of chosen files only the names do
 * (attachments/use-files.ts). Where storage is forbidden there is no draft.
 */
export const draftKey = (brandId: string, kind: FormKind) => `inquiry-draft:${brandId}:${kind}`
export const fileNamesKey = (brandId: string, kind: FormKind) => `inquiry-files:${brandId}:${kind}`

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const NOT_IN_DRAFT = new Set(['file', 'hidden', 'submit', 'button'])

const isInDraft = (element: unknown): element is Control =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !NOT_IN_DRAFT.has(element.type))

function draftControls(form: HTMLFormElement): Control[] {
  return [...(form.elements as Iterable<unknown>)]
    .filter(isInDraft)
    .filter((control) => control.name !== '' && !control.closest('[data-untyped]'))
}

/** What a tab keeps; null where storage is forbidden. */
export function withStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(sessionStorage)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

/** Keeps a value for this tab. */
export const store = (key: string, value: unknown): void =>
  void withStorage((storage) => storage.setItem(key, JSON.stringify(value)))

/** Removes a value from this tab. */
export const forget = (key: string): void => void withStorage((storage) => storage.removeItem(key))

/** The value that this tab has kept, or null. */
export function readStored<T>(key: string): T | null {
  const text = withStorage((storage) => storage.getItem(key))
  return text ? (JSON.parse(text) as T) : null
}

const isCheckbox = (control: Control): control is HTMLInputElement => control.type === 'checkbox'
/** A consent is one to a version of the privacy policy and to a period: to others it is not restored. */
function consentedTerms(form: HTMLFormElement): string {
  const data = new FormData(form)
  return ['privacy_version', 'processed_months'].map((name) => String(data.get(name))).join(' ')
}

export function saveDraft(form: HTMLFormElement, brandId: string, kind: FormKind): void {
  const valueOf = (control: Control) =>
    isCheckbox(control) ? (control.checked ? consentedTerms(form) : '') : control.value
  store(
    draftKey(brandId, kind),
    Object.fromEntries(draftControls(form).map((control) => [control.name, valueOf(control)])),
  )
}

/** Restores the draft, except where the visitor has typed before hydration. */
export function restoreDraft(form: HTMLFormElement, brandId: string, kind: FormKind): void {
  const values = readStored<Record<string, string>>(draftKey(brandId, kind))
  if (!values) return
  for (const control of draftControls(form)) {
    const value = values[control.name]
    if (!value) continue
    if (isCheckbox(control)) {
      if (control.checked || value !== consentedTerms(form)) continue
      control.checked = true
    } else {
      const untouched = control instanceof HTMLSelectElement || control.value === ''
      if (!untouched || control.value === value) continue
      control.value = value
    }
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Whether a form has something that the page came without. */
export const isTyped = (form: HTMLFormElement): boolean =>
  draftControls(form).some((control) => {
    if (isCheckbox(control)) return control.checked !== control.defaultChecked
    if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue
    const [option] = control.selectedOptions
    return option !== undefined && !option.defaultSelected && option.index > 0
  })
