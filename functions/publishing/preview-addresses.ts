import { withContentProofs } from '../attachments/content-proof.ts'
import { BOARDS, type BoardDetail, type BoardName } from '../contract/board.ts'
import { scopeOf } from '../brand/hosts.ts'
import { ALL_BRANDS, type Scope } from '../contract/scope.ts'
import { CATEGORY_NAME, fieldsWith } from '../contract/text-fields.ts'
import { eachLocale, LOCALES, type Locale, type Texts } from '../contract/languages.ts'
import { fileKeysIn, usableFiles } from '../database/content-file.ts'
import { readEntry, type EditedEntry } from '../database/board-entry.ts'
import { listCategories } from '../database/sub-category.ts'
import type { Env } from '../env.ts'
import { NotFoundError } from '../errors.ts'
import { sign, verify } from '../http/signature.ts'
import { storageCall } from '../http/storage-call.ts'
import type { Call } from '../call.ts'
import { htmlOf } from './markdown.ts'

const LIFETIME_MS = 72 * 3_600_000

const purposeOf = (id: string) => ['preview', id]
/** What a proof holds: the language, and the only brand of whoever asked for it. */
const provenValue = (language: Locale, scope: Scope) => (scope === ALL_BRANDS ? language : `${language}.${scope.id}`)

/**
 * Makes the addresses that show an entry as it is being written, one for each language, for three days and to whoever has one: the
 * entry's own, with a proof.
 */
export async function preview({ env, scope }: Call, { board, id }: { board: BoardName; id: string }): Promise<Texts> {
  const addressIn = async (language: Locale) => {
    const proof = await sign(env, purposeOf(id), provenValue(language, scope), LIFETIME_MS)
    return `${BOARDS[board].address}/${encodeURIComponent(id)}?${new URLSearchParams({ lng: language, preview: proof })}`
  }
  return inEachLanguage(addressIn)
}

/** A text for each language. */
async function inEachLanguage(textIn: (locale: Locale) => Promise<string>): Promise<Texts> {
  const texts = new Map(await Promise.all(LOCALES.map(async (locale) => [locale, await textIn(locale)] as const)))
  return eachLocale((locale) => texts.get(locale) ?? '')
}

/** What a preview address names. */
export interface PreviewAsked {
  board: BoardName
  id: string
  language: string
  proof: string
}

/**
 * The entry of a preview address, as `board/selectDetail` would answer it: the text that is being written, or else the published one, as
 * whoever asked for the address may see it now.
 * @returns null where the proof is not valid for this entry and language, or there is no such entry for them
 * @throws UpstreamError where the storage fails
 */
export async function readPreview({ DB }: Pick<Env, 'DB'>, asked: PreviewAsked): Promise<BoardDetail | null> {
  return storageCall(() => readDetail(DB, asked))
}

async function readDetail(db: D1Database, { board, id, language, proof }: PreviewAsked): Promise<BoardDetail | null> {
  const proven = await verify({ DB: db }, purposeOf(id), proof)
  const [provenLanguage, brandId] = proven?.split('.') ?? []
  const scope = brandId === undefined ? ALL_BRANDS : scopeOf(brandId)
  if (provenLanguage !== language || scope === undefined) return null
  const edited = await readEntry(db, scope, board, id).catch((error: unknown) => {
    if (error instanceof NotFoundError) return null
    throw error
  })
  return edited && previewDetail(db, scope, edited)
}

/** An edited entry in the shape of the public API. */
async function previewDetail(
  db: D1Database,
  scope: Scope,
  { fields, board, ...entry }: EditedEntry,
): Promise<BoardDetail> {
  const category = (await listCategories(db, scope, board)).find(
    ({ sub_category_id }) => sub_category_id === fields.sub_category_id,
  )
  const html = await htmlOf(db, fields.contents)
  const usable = await usableFiles(db, scope, fileKeysIn(Object.values(html).join('\n')))
  return {
    ...fieldsWith('subject*', fields.subject),
    ...fieldsWith('contents*', await inEachLanguage((locale) => withContentProofs(db, html[locale], usable))),
    ...fieldsWith(CATEGORY_NAME, category?.name ?? eachLocale(() => '')),
    create_date: entry.create_date ?? new Date().toISOString(),
    update_date: entry.update_date,
  }
}
