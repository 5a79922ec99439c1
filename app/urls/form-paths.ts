import type { FormKind } from '../../functions/contract/form-fields'

const FORMS = { '/': 'sales', '/support/request': 'sales', '/support/affiliate': 'partnership' } as const

/** The form on a page, which is posted to the page's own address, or null. */
export function formOn(path: string): FormKind | null {
  return Object.hasOwn(FORMS, path) ? FORMS[path as keyof typeof FORMS] : null
}

/** The `action` of the form on a page: the page's address, with the language if the address names it. */
export function formAction(
  path: keyof typeof FORMS,
  { locale, localeInAddress }: { locale: string; localeInAddress: boolean },
): string {
  return localeInAddress ? `${path}?lng=${locale}` : path
}
