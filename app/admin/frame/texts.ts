import { createInstance, type i18n } from 'i18next'
import en from '../../i18n/en/admin/frame.json'
import enInbox from '../../i18n/en/admin/inbox.json'
import enPublishing from '../../i18n/en/admin/publishing.json'
import type { Locale } from '../../i18n/locale'
import ko from '../../i18n/ko/admin/frame.json'
import koInbox from '../../i18n/ko/admin/inbox.json'
import koPublishing from '../../i18n/ko/admin/publishing.json'

/*
 * The catalogues of the admin are imported here and not by app/i18n/i18n.ts, whose catalogues become chunks that every visitor can fetch.
 * A part of the admin adds its namespace to both languages and to `AdminCatalogue` in app/i18n/i18n.ts.
 */
const resources = {
  ko: { admin: ko, inbox: koInbox, publishing: koPublishing },
  en: { admin: en, inbox: enInbox, publishing: enPublishing },
}

const instances = new Map<Locale, i18n>()

/** The i18next instance of the admin in a language. It is ready at once, because its texts are in the Worker. */
export function adminTexts(locale: Locale): i18n {
  const known = instances.get(locale)
  if (known) return known
  const instance = createInstance()
  void instance.init({
    lng: locale,
    resources: { [locale]: resources[locale] },
    defaultNS: 'admin',
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  instances.set(locale, instance)
  return instance
}

/** The texts of the publishing pages, for code outside of components. */
export const publishingTexts = (locale: Locale) => adminTexts(locale).getFixedT(null, 'publishing')
