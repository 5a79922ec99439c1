import type { i18n } from 'i18next'
import type { Catalogue, Namespace } from './catalogue'
import type { Locale } from './locale'

/** The texts of some namespaces in each language, to be loaded. */
type Loaders = Record<Locale, () => Promise<{ texts: Partial<Catalogue> }>>
type Texts = { readonly [key: string]: string | Texts | undefined }

const known: Partial<Catalogue> = {}

/**
 * Loads texts in the page's language, which never changes while it stands (decision 005). Called by the modules that
 * texts-plugin.ts puts before every module with texts, so they are there before a component renders.
 */
export async function bringTexts(loaders: Loaders): Promise<void> {
  Object.assign(known, (await loaders[document.documentElement.lang === 'ko' ? 'ko' : 'en']()).texts)
}

/** What the pages use of i18next, over the texts brought so far: one language, no plurals, no nesting (measured in decision 013). */
export async function browserTexts(locale: Locale): Promise<i18n> {
  await bringTexts({ ko: () => import('virtual:catalogue/ko/base'), en: () => import('virtual:catalogue/en/base') })
  const getFixedT = (_language: unknown, namespace: Namespace | readonly Namespace[]) =>
    translator(known, [namespace].flat()[0] ?? 'layout')
  return { language: locale, getFixedT, t: translator(known, 'layout') } as unknown as i18n
}

/**
 * Looks up `namespace:a.b`, or `a.b` in the first namespace, and fills in `{{values}}`. A text that is not there gives its key,
 * as i18next does.
 */
export function translator(catalogue: Partial<Catalogue>, first: Namespace) {
  return (asked: string, values?: Readonly<Record<string, unknown>>): string => {
    const [, namespace = first, key = asked] = /^([\w-]+):(.*)$/.exec(asked) ?? []
    let found: string | Texts | undefined = catalogue[namespace as Namespace] as Texts | undefined
    for (const step of key.split('.')) found = typeof found === 'object' ? found[step] : undefined
    if (typeof found !== 'string') return key
    return values ? found.replace(/\{\{(.+?)\}\}/g, (_, name: string) => String(values[name] ?? '')) : found
  }
}
