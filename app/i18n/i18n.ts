import { createInstance, type i18n, type ResourceKey } from 'i18next'
import type countries from './countries/en.json'
import type admin from './en/admin/frame.json'
import type inbox from './en/admin/inbox.json'
import type people from './en/admin/people.json'
import type publishing from './en/admin/publishing.json'
import type answers from './en/admin/answers.json'
import type board from './en/board.json'
import type consent from './en/consent.json'
import type downloads from './en/downloads.json'
import type error from './en/error.json'
import type home from './en/home.json'
import type inquiry from './en/inquiry.json'
import type layout from './en/layout.json'
import type legal from './en/legal.json'
import type maintenance from './en/maintenance.json'
import type page from './en/page.json'
import type receipt from './en/receipt.json'
import type report from './en/report.json'
import { loadCountries } from './load-countries'
import type { Locale } from './locale'

/** English is the shape; `test/architecture/catalogues.test.ts` compares Korean with it, key by key. */
interface Catalogue {
  board: typeof board
  consent: typeof consent
  countries: typeof countries
  downloads: typeof downloads
  error: typeof error
  home: typeof home
  inquiry: typeof inquiry
  layout: typeof layout
  legal: typeof legal
  maintenance: typeof maintenance
  page: typeof page
  receipt: typeof receipt
  report: typeof report
}
export type Namespace = keyof Catalogue

/** The catalogues of the admin. Only app/admin loads them: what this module loads, visitors can fetch. */
interface AdminCatalogue {
  admin: typeof admin
  inbox: typeof inbox
  people: typeof people
  publishing: typeof publishing
  answers: typeof answers
}

/** Namespaces of the page frame, the heads and the error page. A route names its own in `staticData.namespaces`. */
const BASE = ['layout', 'page', 'error', 'consent'] as const satisfies Namespace[]

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'layout'
    resources: Catalogue & AdminCatalogue
  }
}

const instances = new Map<Locale, i18n>()

/**
 * The i18next instance of a language with the base namespaces and the named ones loaded. The language of an instance never changes, so
 * all requests of one language share it (decision 054). Only a ready instance is shared: in workerd a request must not wait for the
 * promise of another.
 * @throws Error where a catalogue cannot be loaded
 */
export async function i18nOf(locale: Locale, namespaces: readonly Namespace[]): Promise<i18n> {
  const ready = instances.get(locale)
  const instance = ready ?? createInstance()
  if (!ready) {
    const interpolation = { escapeValue: false }
    await instance.init({ lng: locale, resources: {}, defaultNS: 'layout', fallbackLng: false, interpolation })
  }
  await loadNamespaces(instance, [...BASE, ...namespaces])
  instances.set(locale, instance)
  return instance
}

/** @throws Error where a catalogue cannot be loaded */
export async function loadNamespaces(instance: i18n, namespaces: readonly Namespace[]): Promise<void> {
  const { language } = instance
  const missing = namespaces.filter((namespace) => !instance.hasResourceBundle(language, namespace))
  await Promise.all(
    missing.map(async (namespace) => {
      instance.addResourceBundle(language, namespace, await catalogueOf(language, namespace))
    }),
  )
}

/** The country names have a folder of their own: they are data in display order, no sentences, and the interface font leaves them out. */
const catalogueOf = async (locale: string, namespace: Namespace): Promise<ResourceKey> =>
  namespace === 'countries' ? loadCountries(locale) : (await import(`./${locale}/${namespace}.json`)).default

/** The namespaces that the matched routes name in their static data. */
export const namespacesOf = (matches: readonly { staticData: { namespaces?: readonly Namespace[] } }[]): Namespace[] =>
  matches.flatMap(({ staticData }) => staticData.namespaces ?? [])
