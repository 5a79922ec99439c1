import { PREVIEW_MS, withContentProofs } from '../attachments/preview-proof.ts'
import { BOARDS, type BoardDetail, type BoardName } from '../contract/board.ts'
import { brandIdOfLabel, scopeOf } from '../brand/hosts.ts'
import { ALL_BRANDS, brandIdOf, type Scope } from '../contract/scope.ts'
import { CATEGORY_NAME, fieldsWith } from '../contract/text-fields.ts'
import { eachLocale, LOCALES, type Locale, type Texts } from '../contract/languages.ts'
import { fileKeysIn, usableFiles } from '../database/content-file.ts'
import { readEntry, type EditedEntry } from '../database/board-entry.ts'
import { listCategories } from '../database/sub-category.ts'
import type { Env } from '../env.ts'
import { NotFoundError } from '../errors.ts'
import { sign, verify } from '../http/signature.ts'
import { storageCall } from '../http/storage-call.ts'
import type { Call } from '../calls/operator-call.ts'
import { htmlOf } from './markdown.ts'

const purposeOf = (id: string) => ['preview', id]

/**
 * Makes the addresses that show an entry as it is being written, one for each language, for three days and to whoever has one: the
 * entry's own, with a proof. They are paths on the hosts of every brand that will show the entry.
 */
export const preview = (call: Call, entry: { board: BoardName; id: string }): Promise<Texts> =>
  inEachLanguage((language) => previewAddress(call, { ...entry, language, framedBy: '' }))

/**
 * One such address, which holds the language, the only brand of whoever asked for it, and where the page is seen.
 * @param framedBy id of the brand on whose host the page is seen, so that its files open there; empty: the host that is asked
 */
export async function previewAddress(
  { env, scope }: Pick<Call, 'env' | 'scope'>,
  { board, id, language, framedBy }: { board: BoardName; id: string; language: Locale; framedBy: string },
): Promise<string> {
  const value = [language, brandIdOf(scope) ?? '', framedBy].join('.')
  const proof = await sign(env, purposeOf(id), value, PREVIEW_MS)
  return `${BOARDS[board].address}/${encodeURIComponent(id)}?${new URLSearchParams({ lng: language, preview: proof })}`
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
  /** Of the host that is asked. */
  brandId: string
}

/**
 * The entry of a preview address, as `board/selectDetail` would answer it: the text that is being written, or else the published one, as
 * whoever asked for the address may see it now.
 * @returns null where the proof is not valid for this entry and language, or there is no such entry for them, or it is another brand's than
 *   that of the host
 * @throws UpstreamError where the storage fails
 */
export async function readPreview({ DB }: Pick<Env, 'DB'>, asked: PreviewAsked): Promise<BoardDetail | null> {
  return storageCall(() => readDetail(DB, asked))
}

async function readDetail(
  db: D1Database,
  { board, id, language, proof, brandId }: PreviewAsked,
): Promise<BoardDetail | null> {
  const proven = await verify({ DB: db }, purposeOf(id), proof)
  const [provenLanguage, asker, framedBy] = proven?.split('.') ?? []
  const scope = asker === '' ? ALL_BRANDS : scopeOf(asker ?? '')
  if (provenLanguage !== language || scope === undefined) return null
  const edited = await readEntry(db, scope, board, id).catch((error: unknown) => {
    if (error instanceof NotFoundError) return null
    throw error
  })
  const isShownHere = edited && (edited.white_label === null || brandIdOfLabel(edited.white_label) === brandId)
  return isShownHere ? previewDetail(db, scope, framedBy || brandId, edited) : null
}

/** An edited entry in the shape of the public API. */
async function previewDetail(
  db: D1Database,
  scope: Scope,
  seenOn: string,
  { fields, board, ...entry }: EditedEntry,
): Promise<BoardDetail> {
  const category = (await listCategories(db, scope, board)).find(
    ({ sub_category_id }) => sub_category_id === fields.sub_category_id,
  )
  const html = await htmlOf(db, fields.contents)
  const usable = await usableFiles(db, scope, fileKeysIn(Object.values(html).join('\n')))
  return {
    ...fieldsWith('subject*', fields.subject),
    ...fieldsWith('contents*', await inEachLanguage((locale) => withContentProofs(db, seenOn, html[locale], usable))),
    ...fieldsWith(CATEGORY_NAME, category?.name ?? eachLocale(() => '')),
    create_date: entry.create_date ?? new Date().toISOString(),
    update_date: entry.update_date,
  }
}
