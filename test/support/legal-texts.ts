import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LegalDocument, renderDocument, withOperator } from '../../app/build/legal-documents'
import { fillPlaceholders as fillOf } from '../../app/features/legal/static-html/placeholders'

/* The legal texts as the build makes them of their files. */
export const FOLDER = join(import.meta.dirname, '../../app/features/legal/documents')

/** A document with the name of the operator. */
export const read = (kind: string, file: string): LegalDocument =>
  JSON.parse(withOperator(file, JSON.stringify(renderDocument(readFileSync(join(FOLDER, kind, file), 'utf8')))))

/** Filled like the version in force. */
export const fillPlaceholders = (html: string, brand: Parameters<typeof fillOf>[1], version = '20250701') =>
  fillOf(html, brand, version)
