import { errors, jwtVerify, SignJWT } from 'jose'
import { withContentProofs } from '../../attachments/content-proof.ts'
import type { BoardDetail, BoardName } from '../../contract/board.ts'
import { readEntry, type EditedEntry } from '../../database/board-entry.ts'
import { readPreviewKey } from '../../database/preview-key.ts'
import { listCategories } from '../../database/sub-category.ts'
import { NotFoundError } from '../../errors.ts'
import { command } from '../command.ts'
import { entry } from './fields.ts'
import { htmlOf } from './markdown.ts'

const HOUR = 3_600_000
const LIFETIME = '3d'
const AUDIENCE = 'preview'

const keyOf = async (db: D1Database) => new TextEncoder().encode(await readPreviewKey(db))

/**
 * Makes the addresses that show an entry as it is being written, one for each language, for three days and to whoever has one: the
 * entry's own, with a proof.
 */
export const preview = command({
  input: entry,
  log: ({ id }) => ({ action: 'preview', subject: id, once: HOUR }),
  async run({ env }, { board, id }) {
    const key = await keyOf(env.DB)
    const addressIn = async (language: 'ko' | 'en') => {
      const proof = await new SignJWT({ lng: language })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(id)
        .setAudience(AUDIENCE)
        .setExpirationTime(LIFETIME)
        .sign(key)
      return `/support/${board}/${encodeURIComponent(id)}?${new URLSearchParams({ lng: language, preview: proof })}`
    }
    return { ko: await addressIn('ko'), en: await addressIn('en') }
  },
})

/** What a preview address names. */
export interface PreviewAsked {
  board: BoardName
  id: string
  language: string
  proof: string
}

/**
 * The entry of a preview address as visitors would get it: the text that is being written, or else the published one.
 * @returns null where the proof is not valid for this entry and language, or the board has no such entry
 */
export async function readPreview(
  db: D1Database,
  { board, id, language, proof }: PreviewAsked,
): Promise<BoardDetail | null> {
  try {
    const { payload } = await jwtVerify(proof, await keyOf(db), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      subject: id,
      requiredClaims: ['exp'],
    })
    return payload.lng === language ? await previewDetail(db, await readEntry(db, board, id)) : null
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof NotFoundError) return null
    throw error
  }
}

/** An edited entry in the shape of the public API. */
async function previewDetail(db: D1Database, { fields, board, ...entry }: EditedEntry): Promise<BoardDetail> {
  const category = (await listCategories(db, board)).find(
    ({ sub_category_id }) => sub_category_id === fields.sub_category_id,
  )
  const html = htmlOf(fields)
  return {
    subject: fields.subject,
    subject_en: fields.subject_en,
    contents: await withContentProofs(db, html.ko),
    contents_en: await withContentProofs(db, html.en),
    sub_category_name: category?.sub_category_name ?? '',
    sub_category_en_name: category?.sub_category_en_name ?? '',
    create_date: entry.create_date ?? new Date().toISOString(),
    update_date: entry.update_date,
  }
}
