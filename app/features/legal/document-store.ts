import { use } from 'react'
import type { Locale } from '../../i18n/locale'
import type { LegalDocument, LegalKind } from './document'

const loaders = import.meta.glob<LegalDocument>('./documents/*/*.md', { import: 'default' })
const loaded = new Map<string, LegalDocument>()
const awaited = new Map<string, Promise<LegalDocument>>()

/**
 * Loads one document, each from a chunk of its own, and keeps it. The page's data carries only its name, so the text
 * stands in the page once.
 * @throws Error where there is no such document; callers know their versions (versions.ts).
 */
export async function loadDocument(kind: LegalKind, version: string, locale: Locale): Promise<LegalDocument> {
  const path = `./documents/${kind}/${version}.${locale}.md`
  const load = loaders[path]
  if (!load) throw new Error(`There is no legal document ${path}.`)
  const document = loaded.get(path) ?? (await load())
  loaded.set(path, document)
  return document
}

/**
 * The document of a page. A loader has loaded it before; only where the browser takes over a page from the server it
 * suspends until the chunk is there, and the server's text stays meanwhile.
 */
export function useLegalDocument(kind: LegalKind, version: string, locale: Locale): LegalDocument {
  const path = `./documents/${kind}/${version}.${locale}.md`
  const known = loaded.get(path)
  if (known) return known
  const coming = awaited.get(path) ?? loadDocument(kind, version, locale)
  awaited.set(path, coming)
  return use(coming)
}
