const FORMS = { '/': 'sales', '/support/request': 'sales', '/support/affiliate': 'partnership' } as const
export type FormKind = (typeof FORMS)[keyof typeof FORMS]

/** The form that stands on a page and is posted to its address, or null (contract: Forms). */
export function formOn(path: string): FormKind | null {
  return Object.hasOwn(FORMS, path) ? FORMS[path as keyof typeof FORMS] : null
}

/** Where the form of a page posts to: its own address, in the language that this names. */
export function formAction(
  path: keyof typeof FORMS,
  { locale, localeInAddress }: { locale: string; localeInAddress: boolean },
): string {
  return localeInAddress ? `${path}?lng=${locale}` : path
}
