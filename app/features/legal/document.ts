import type { ArticleChange } from '../../build/legal-changes'
import type { LegalDocument } from '../../build/legal-documents'
import type { Locale } from '../../i18n/locale'

/** The two kinds of legal documents, by the first part of their addresses. */
export const LEGAL_KINDS = ['privacy-policy', 'terms-of-service'] as const
export type LegalKind = (typeof LEGAL_KINDS)[number]

const imports = import.meta.glob<LegalDocument>('./documents/*/*.md', { import: 'default' })
const loaded = new Map<string, LegalDocument>()

const pathOf = (kind: LegalKind, version: string, locale: Locale) => `./documents/${kind}/${version}.${locale}.md`

/**
 * Loads one document; each is a chunk of its own. A page's loader data has only the document's name, so that the text is in the page once.
 * @throws Error where there is no such document
 */
export async function loadDocument(kind: LegalKind, version: string, locale: Locale): Promise<LegalDocument> {
  const path = pathOf(kind, version, locale)
  const load = imports[path]
  if (!load) throw new Error(`There is no legal document ${path}.`)
  const document = loaded.get(path) ?? (await load())
  loaded.set(path, document)
  return document
}

/** A document that the route's loader has loaded. @throws Error where it has not */
export function legalDocument(kind: LegalKind, version: string, locale: Locale): LegalDocument {
  const document = loaded.get(pathOf(kind, version, locale))
  if (!document) throw new Error(`The legal document ${pathOf(kind, version, locale)} is not loaded.`)
  return document
}

type Changes = Record<string, ArticleChange[]>
const changeImports = import.meta.glob<Changes>('./documents/*/*.md', { query: '?changes', import: 'default' })
const loadedChanges = new Map<string, Changes>()

/** Loads what changed in a version since each older one, like `loadDocument`. */
export async function loadChanges(kind: LegalKind, version: string, locale: Locale): Promise<void> {
  const path = pathOf(kind, version, locale)
  const changes = loadedChanges.get(path) ?? (await changeImports[path]?.())
  if (changes) loadedChanges.set(path, changes)
}

/** The changes that the route's loader has loaded. @param since an older version */
export const legalChanges = (kind: LegalKind, version: string, locale: Locale, since: string): ArticleChange[] =>
  loadedChanges.get(pathOf(kind, version, locale))?.[since] ?? []
