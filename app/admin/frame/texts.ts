import { createInstance, type FlatNamespace, type i18n, type ResourceKey, type TFunction } from 'i18next'
import type { Locale } from '../../i18n/locale'

/*
 * The catalogues of the admin are imported here and not by app/i18n/i18n.ts, whose catalogues become chunks that every visitor can fetch.
 * A part of the admin adds its namespace to both languages and to `AdminCatalogue` in app/i18n/i18n.ts.
 */
const catalogues = import.meta.glob<ResourceKey>('../../i18n/*/admin/*.json', { import: 'default', eager: true })
/** What the admin's own form of an inquiry says is what the visitors' form says. */
const formCatalogues = import.meta.glob<ResourceKey>(['../../i18n/*/inquiry.json', '../../i18n/countries/*.json'], {
  import: 'default',
  eager: true,
})
const resourcesOf = (locale: Locale) => ({
  admin: catalogues[`../../i18n/${locale}/admin/frame.json`] ?? {},
  inbox: catalogues[`../../i18n/${locale}/admin/inbox.json`] ?? {},
  answers: catalogues[`../../i18n/${locale}/admin/answers.json`] ?? {},
  people: catalogues[`../../i18n/${locale}/admin/people.json`] ?? {},
  publishing: catalogues[`../../i18n/${locale}/admin/publishing.json`] ?? {},
  inquiry: formCatalogues[`../../i18n/${locale}/inquiry.json`] ?? {},
  countries: formCatalogues[`../../i18n/countries/${locale}.json`] ?? {},
})

const instances = new Map<Locale, i18n>()

/** The i18next instance of the admin in a language. It is ready at once, because its texts are in the Worker. */
export function adminTexts(locale: Locale): i18n {
  const known = instances.get(locale)
  if (known) return known
  const instance = createInstance()
  void instance.init({
    lng: locale,
    resources: { [locale]: resourcesOf(locale) },
    defaultNS: 'admin',
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  instances.set(locale, instance)
  return instance
}

/**
 * Texts for code outside of components.
 * @param namespaces keys are those of the first one; those of another one name it, as in `inbox:title`
 */
export const textsIn = <const N extends FlatNamespace | readonly [FlatNamespace, ...FlatNamespace[]]>(
  locale: Locale,
  namespaces: N,
): TFunction<N> => adminTexts(locale).getFixedT(null, namespaces)
