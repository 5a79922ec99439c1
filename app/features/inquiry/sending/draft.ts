import type { FormKind } from '../../../../functions/contract/form-fields'

/*
 * The draft of a form survives a reload in the same tab: session storage, by brand and form, without files and consent.
 * Where storage is forbidden there is no draft.
 */
const keyOf = (brandId: string, kind: FormKind) => `inquiry-draft:${brandId}:${kind}`

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const NOT_IN_DRAFT = new Set(['file', 'hidden', 'checkbox', 'submit', 'button'])

const isInDraft = (element: unknown): element is Control =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !NOT_IN_DRAFT.has(element.type))

function draftControls(form: HTMLFormElement): Control[] {
  return [...(form.elements as Iterable<unknown>)]
    .filter(isInDraft)
    .filter((control) => control.name !== '' && !control.closest('[data-untyped]'))
}

function withStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(sessionStorage)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

export function saveDraft(form: HTMLFormElement, brandId: string, kind: FormKind): void {
  const values = Object.fromEntries(draftControls(form).map(({ name, value }) => [name, value]))
  withStorage((storage) => storage.setItem(keyOf(brandId, kind), JSON.stringify(values)))
}

/** Restores the draft, except where the visitor has typed before hydration. */
export function restoreDraft(form: HTMLFormElement, brandId: string, kind: FormKind): void {
  const text = withStorage((storage) => storage.getItem(keyOf(brandId, kind)))
  if (!text) return
  const values = JSON.parse(text) as Record<string, string>
  for (const control of draftControls(form)) {
    const value = values[control.name]
    const untouched = control instanceof HTMLSelectElement || control.value === ''
    if (!value || !untouched || control.value === value) continue
    control.value = value
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

export function clearDraft(brandId: string, kind: FormKind): void {
  withStorage((storage) => storage.removeItem(keyOf(brandId, kind)))
}

let tabInMemory: string | null = null

/** The id of this tab, made once; the same text sent again from the same tab is the same inquiry. */
export function tabId(make: () => string): string {
  const stored = withStorage((storage) => storage.getItem('inquiry-tab')) ?? tabInMemory
  if (stored) return stored
  tabInMemory = make()
  withStorage((storage) => storage.setItem('inquiry-tab', tabInMemory ?? ''))
  return tabInMemory
}
