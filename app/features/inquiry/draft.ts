import type { FormKind } from '../../../functions/contract/form-fields'

/*
 * What was typed survives a reload in the same tab: session storage, by brand and form, never files and never the
 * consent. Storage may be forbidden; then there is no draft and nothing else changes.
 */
const place = (brandId: string, kind: FormKind) => `inquiry-draft:${brandId}:${kind}`

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const UNTYPED = new Set(['file', 'hidden', 'checkbox', 'submit', 'button'])

const isTyped = (element: unknown): element is Typed =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !UNTYPED.has(element.type))

function typedFields(form: HTMLFormElement): Typed[] {
  return [...(form.elements as Iterable<unknown>)]
    .filter(isTyped)
    .filter((field) => field.name !== '' && !field.closest('[data-untyped]'))
}

function stored<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(sessionStorage)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

export function saveDraft(form: HTMLFormElement, brandId: string, kind: FormKind): void {
  const values = Object.fromEntries(typedFields(form).map(({ name, value }) => [name, value]))
  stored((storage) => storage.setItem(place(brandId, kind), JSON.stringify(values)))
}

/** Puts back what was typed, where the visitor has not typed anew. */
export function restoreDraft(form: HTMLFormElement, brandId: string, kind: FormKind): void {
  const text = stored((storage) => storage.getItem(place(brandId, kind)))
  if (!text) return
  const values = JSON.parse(text) as Record<string, string>
  for (const field of typedFields(form)) {
    const value = values[field.name]
    const untouched = field instanceof HTMLSelectElement || field.value === ''
    if (!value || !untouched || field.value === value) continue
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

export function clearDraft(brandId: string, kind: FormKind): void {
  stored((storage) => storage.removeItem(place(brandId, kind)))
}

let tabInMemory: string | null = null

/** A name for this tab, made once; the same text sent again from the same tab is the same inquiry. */
export function tabId(make: () => string): string {
  const known = stored((storage) => storage.getItem('inquiry-tab')) ?? tabInMemory
  if (known) return known
  tabInMemory = make()
  stored((storage) => storage.setItem('inquiry-tab', tabInMemory ?? ''))
  return tabInMemory
}
