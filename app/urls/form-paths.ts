import type { FormKind } from '../../functions/contract/form-fields'

const FORMS = { '/': 'sales', '/support/request': 'sales', '/support/affiliate': 'partnership' } as const

/** The form on a page, which is posted to the page's own address, or null. */
export function formOn(path: string): FormKind | null {
  return Object.hasOwn(FORMS, path) ? FORMS[path as keyof typeof FORMS] : null
}
