import { BOARD_GROUPS, type BoardName } from '../../contract/board.ts'
import type { Env } from '../../env.ts'
import { NotFoundError } from '../../errors.ts'
import type { EntryFields, EntryState } from './fields.ts'

/** An entry as a row of the operator's list. */
export interface EntryRow {
  board_uuid: string
  subject: string
  subject_en: string | null
  sub_category_id: string
  sub_category_name: string
  sub_category_en_name: string
  is_priority: boolean
  white_label: string | null
  state: EntryState
  /** A text is being written that visitors do not see yet. */
  has_draft: boolean
  create_date: string | null
  update_date: string | null
  published_at: string | null
  withdrawn_at: string | null
  saved_at: string | null
  saved_by: string | null
}

export const ENTRIES_PAGE_SIZE = 50

/** `?1` is the current time. A category that has been removed since, as that of an earlier version, is none. */
const STATE = `CASE WHEN i.board_uuid IS NULL THEN 'draft' WHEN i.withdrawn_at IS NOT NULL THEN 'withdrawn'
  WHEN i.published_at > ?1 THEN 'scheduled' ELSE 'published' END`
const COLUMNS = `e.board_uuid, e.group_uuid, coalesce(d.subject, i.subject) AS subject, coalesce(d.subject_en, i.subject_en) AS subject_en,
  coalesce(c.sub_category_id, '') AS sub_category_id, c.sub_category_name, c.sub_category_en_name,
  coalesce(i.is_priority, d.is_priority) AS is_priority, coalesce(d.white_label, i.white_label) AS white_label,
  ${STATE} AS state, d.board_uuid IS NOT NULL AS has_draft,
  i.create_date, i.update_date, i.published_at, i.withdrawn_at, d.saved_at, d.saved_by`
const FROM = `(SELECT board_uuid, group_uuid FROM board_item UNION SELECT board_uuid, group_uuid FROM board_draft) e
  LEFT JOIN board_item i USING (board_uuid) LEFT JOIN board_draft d USING (board_uuid)
  LEFT JOIN sub_category c ON c.sub_category_id = coalesce(d.sub_category_id, i.sub_category_id) AND c.group_uuid = e.group_uuid`

type Stored = Omit<EntryRow, 'is_priority' | 'has_draft'> & { is_priority: number; has_draft: number; total: number }
const rowOf = ({ total: _total, is_priority, has_draft, ...row }: Stored): EntryRow => ({
  ...row,
  sub_category_name: row.sub_category_name ?? '',
  sub_category_en_name: row.sub_category_en_name ?? '',
  is_priority: is_priority === 1,
  has_draft: has_draft === 1,
})

export interface EntriesPage {
  entries: EntryRow[]
  page: number
  pages: number
  total: number
}

/** One page of a board's entries in all states: drafts first, then in the order of the public list. */
export async function listEntries(
  { DB }: Pick<Env, 'DB'>,
  board: BoardName,
  { state, q = '', page = 1 }: { state?: EntryState | undefined; q?: string; page?: number },
  now = new Date(),
): Promise<EntriesPage> {
  const { results } = await DB.prepare(
    `SELECT ${COLUMNS}, count(*) OVER () AS total FROM ${FROM}
     WHERE e.group_uuid = ?2 AND (?3 IS NULL OR ${STATE} = ?3)
       AND (?4 = '' OR instr(lower(coalesce(d.subject, i.subject) || char(10) || coalesce(d.subject_en, i.subject_en, '')), lower(?4)) > 0)
     ORDER BY i.board_uuid IS NOT NULL, i.sort_order, coalesce(i.create_date, d.saved_at) DESC, e.board_uuid DESC
     LIMIT ${ENTRIES_PAGE_SIZE} OFFSET ?5`,
  )
    .bind(now.toISOString(), BOARD_GROUPS[board], state ?? null, q, (page - 1) * ENTRIES_PAGE_SIZE)
    .all<Stored & Record<string, unknown>>()
  const total = results[0]?.total ?? 0
  return { entries: results.map(rowOf), page, pages: Math.max(1, Math.ceil(total / ENTRIES_PAGE_SIZE)), total }
}

/** A version as the list of versions shows it. */
export interface VersionRow {
  version: number
  subject: string
  subject_en: string
  made_at: string
  made_by: string
}

/** An entry with the text to edit: the draft, else what is published. */
export interface EditedEntry extends EntryRow {
  board: BoardName
  fields: EntryFields
  /** For `basis` of the next save. */
  version: number
  revision: number
  versions: VersionRow[]
}

/** @throws NotFoundError where there is no such entry */
export async function readEntry({ DB }: Pick<Env, 'DB'>, id: string, now = new Date()): Promise<EditedEntry> {
  const [rows, texts, versions] = await DB.batch<Record<string, unknown>>([
    DB.prepare(`SELECT ${COLUMNS} FROM ${FROM} WHERE e.board_uuid = ?2`).bind(now.toISOString(), id),
    DB.prepare(
      `SELECT i.version, i.contents AS html, i.contents_en AS html_en, v.contents AS source, v.contents_en AS source_en,
         d.contents, d.contents_en, d.revision, d.is_priority AS draft_priority, i.is_priority
       FROM (SELECT ?1 AS board_uuid) e LEFT JOIN board_item i USING (board_uuid) LEFT JOIN board_draft d USING (board_uuid)
         LEFT JOIN board_version v ON v.board_uuid = i.board_uuid AND v.version = i.version`,
    ).bind(id),
    DB.prepare(
      'SELECT version, subject, subject_en, made_at, made_by FROM board_version WHERE board_uuid = ? ORDER BY version DESC',
    ).bind(id),
  ])
  const row = rows?.results[0] as (Stored & { group_uuid: string }) | undefined
  const text = texts?.results[0] as StoredText | undefined
  if (!row || !text) throw new NotFoundError('There is no such entry.')
  const board: BoardName = row.group_uuid === BOARD_GROUPS.faq ? 'faq' : 'notice'
  const { group_uuid: _group, ...entry } = row
  return {
    ...rowOf(entry as Stored),
    board,
    fields: {
      sub_category_id: row.sub_category_id,
      subject: row.subject,
      subject_en: row.subject_en ?? '',
      contents: text.contents ?? text.source ?? sourceOfHtml(text.html ?? ''),
      contents_en: text.contents_en ?? text.source_en ?? sourceOfHtml(text.html_en ?? ''),
      is_priority: (text.draft_priority ?? text.is_priority) === 1,
      white_label: row.white_label,
    },
    version: text.version ?? 0,
    revision: text.revision ?? 0,
    versions: (versions?.results ?? []) as unknown as VersionRow[],
  }
}

interface StoredText {
  version: number | null
  html: string | null
  html_en: string | null
  source: string | null
  source_en: string | null
  contents: string | null
  contents_en: string | null
  revision: number | null
  draft_priority: number | null
  is_priority: number | null
}

/** HTML of an entry without a version as Markdown, which lets an HTML block pass up to the next blank line (CommonMark, 4.6). */
export const sourceOfHtml = (html: string): string => html.replace(/\n[ \t]*(?=\n)/g, '').trim()

/** The next scheduled publication of any board (ISO 8601), or null. */
export async function nextPublication({ DB }: Pick<Env, 'DB'>, now = new Date()): Promise<string | null> {
  return DB.prepare('SELECT min(published_at) AS at FROM board_item WHERE published_at > ? AND withdrawn_at IS NULL')
    .bind(now.toISOString())
    .first<string>('at')
}
