import { errors, jwtVerify, SignJWT } from 'jose'
import type { BoardDetail, BoardName } from '../../contract/board.ts'
import type { Env } from '../../env.ts'
import { NotFoundError } from '../../errors.ts'
import { listCategories } from './categories.ts'
import { type EditedEntry, readEntry } from './entries.ts'
import { renderMarkdown } from './markdown.ts'

const LIFETIME = '3d'
const AUDIENCE = 'preview'

/** One key for all isolates, made by the migration. */
async function keyOf({ DB }: Pick<Env, 'DB'>): Promise<Uint8Array> {
  const secret = await DB.prepare('SELECT secret FROM preview_key').first<string>('secret')
  if (!secret) throw new Error('The table preview_key is empty.')
  return new TextEncoder().encode(secret)
}

/** A proof that opens the preview of one entry in one language for three days, to whoever has it. */
export async function previewToken(env: Pick<Env, 'DB'>, id: string, language: 'ko' | 'en'): Promise<string> {
  return new SignJWT({ lng: language })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setAudience(AUDIENCE)
    .setExpirationTime(LIFETIME)
    .sign(await keyOf(env))
}

/** The address of that preview: the entry's own, with the proof. */
export const previewAddress = (board: BoardName, id: string, language: 'ko' | 'en', token: string): string =>
  `/support/${board}/${encodeURIComponent(id)}?${new URLSearchParams({ lng: language, preview: token })}`

/** What a preview address shows: the entry, and as whom the page is read. */
export interface Preview {
  board: BoardName
  detail: BoardDetail
}

/**
 * The entry of a preview address as visitors would get it: the text that is being written, or else the published one.
 * @returns null where the proof is not valid for this entry and language, or the entry is gone
 */
export async function readPreview(
  env: Pick<Env, 'DB'>,
  { id, language, token }: { id: string; language: string; token: string },
): Promise<Preview | null> {
  try {
    const { payload } = await jwtVerify(token, await keyOf(env), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      subject: id,
      requiredClaims: ['exp'],
    })
    if (payload.lng !== language) return null
    const entry = await readEntry(env, id)
    return { board: entry.board, detail: await previewDetail(env, entry) }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof NotFoundError) return null
    throw error
  }
}

/** An edited entry in the shape of the public API. */
export async function previewDetail(
  env: Pick<Env, 'DB'>,
  { fields, board, ...entry }: EditedEntry,
): Promise<BoardDetail> {
  const category = (await listCategories(env, board)).find(
    ({ sub_category_id }) => sub_category_id === fields.sub_category_id,
  )
  return {
    subject: fields.subject,
    subject_en: fields.subject_en,
    contents: renderMarkdown(fields.contents),
    contents_en: renderMarkdown(fields.contents_en),
    sub_category_name: category?.sub_category_name ?? '',
    sub_category_en_name: category?.sub_category_en_name ?? '',
    create_date: entry.create_date ?? new Date().toISOString(),
    update_date: entry.update_date,
  }
}
