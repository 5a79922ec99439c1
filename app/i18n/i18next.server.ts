import { createInstance, type i18n } from 'i18next'
import type { Catalogue } from './catalogue'
import type { Locale } from './locale'

/** The active language's catalogue; the other one is never loaded (design: i18n). */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  return locale === 'ko' ? (await import('./ko')).default : (await import('./en')).default
}

const instances = new Map<Locale, i18n>()

/**
 * The i18next of a language. One isolate serves both languages at the same moment, so the global instance is never touched;
 * there is one for each language, whose language is never changed, and all requests of that language share it (decision 012).
 */
export async function i18nOf(locale: Locale): Promise<i18n> {
  const known = instances.get(locale)
  if (known) return known
  const catalogue = await loadCatalogue(locale)
  const instance = createInstance()
  await instance.init({
    lng: locale,
    resources: { [locale]: catalogue },
    ns: Object.keys(catalogue),
    defaultNS: 'layout',
    fallbackLng: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  // Only what is ready is shared: in workerd one request must not wait for a promise of another.
  instances.set(locale, instance)
  return instance
}
