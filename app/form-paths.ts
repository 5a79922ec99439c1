const FORMS = { '/': 'sales', '/support/request': 'sales', '/support/affiliate': 'partnership' } as const
export type FormKind = (typeof FORMS)[keyof typeof FORMS]

/** The form that stands on a page and is posted to its address, or null (contract: Forms). */
export function formOn(path: string): FormKind | null {
  return Object.hasOwn(FORMS, path) ? FORMS[path as keyof typeof FORMS] : null
}
