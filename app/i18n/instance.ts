import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Catalogue } from './catalogue'
import type { Locale } from './locale'

/** The active language's catalogue; the other one is never loaded (design: i18n). */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  return locale === 'ko' ? (await import('./ko')).default : (await import('./en')).default
}

/**
 * A fresh i18next for one request or one page: one isolate serves both languages at the same moment,
 * so the global instance is never touched.
 */
export async function createI18n(locale: Locale): Promise<i18n> {
  const catalogue = await loadCatalogue(locale)
  const instance = createInstance()
  await instance.use(initReactI18next).init({
    lng: locale,
    resources: { [locale]: catalogue },
    ns: Object.keys(catalogue),
    defaultNS: 'layout',
    fallbackLng: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    returnNull: false,
  })
  return instance
}
