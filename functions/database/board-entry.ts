import { BOARD_GROUPS, type BoardName } from '../contract/board.ts'
import { eachLocale, type Texts } from '../contract/languages.ts'
import { CATEGORY_NAME, fieldName, fieldsOf, textsOf, type FieldOf, type Sent } from '../contract/text-fields.ts'
import { labelOf, type Scope } from '../contract/scope.ts'
import { NotFoundError } from '../errors.ts'
import { IS_OWN, IS_VISIBLE, SCOPED_ENTRIES, scopeValues } from './entry-scope.ts'
import { CONTENTS, listOf, SUBJECTS } from './text-columns.ts'

/*
 * Entries as operators see them: what is, will be or was public (`board_item`) and what is being written (`board_draft`) together. This
 * module only reads; each table has its own one that writes.
 */

export const ENTRY_STATES = ['draft', 'scheduled', 'published', 'withdrawn'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** What an operator writes. Contents are Markdown; a text that is missing in a language is empty. */
export interface EntryFields {
  sub_category_id: string
  subject: Texts
  contents: Texts
  is_priority: boolean
  /** White-label value of the only brand that shows the entry; null for all brands. */
  white_label: string | null
}

/**
 * The edition of an entry, `0` where it never was public: its version, with `p` where it has priority and `w` where it is withdrawn. What
 * is done with the text of an entry compares it with the one that was seen.
 * @param id SQL of the entry's id
 */
export const editionOf = (id: string) =>
  `coalesce((SELECT version || iif(is_priority, 'p', '') || iif(withdrawn_at IS NULL, '', 'w')
    FROM board_item WHERE board_uuid = ${id}), '0')`

/** An entry as a row of the operator's list. */
export interface EntryRow {
  board_uuid: string
  subject: Texts
  sub_category_id: string
  /** The names of its sub-category. */
  category: Texts
  is_priority: boolean
  white_label: string | null
  state: EntryState
  /** Whether whoever asks may change it. An operator of one brand may change what that brand alone shows. */
  own: boolean
  /** A text is being written that visitors do not see yet. */
  has_draft: boolean
  /** ISO 8601, as all that follow; null where it was never public. */
  create_date: string | null
  update_date: string | null
  published_at: string | null
  withdrawn_at: string | null
  saved_at: string | null
  saved_by: string | null
}

/** Entries of a page for operators, and of a page for a program. */
export const ENTRIES = { shown: 20, listed: 50 } as const

/** `?1` is the current time, `?2` and `?3` are the scope (entry-scope.ts). A category that has been removed since, as that of an earlier version, is none. */
const STATE = `CASE WHEN i.board_uuid IS NULL THEN 'draft' WHEN i.withdrawn_at IS NOT NULL THEN 'withdrawn'
  WHEN i.published_at > ?1 THEN 'scheduled' ELSE 'published' END`
const written = (column: string) => `coalesce(d.${column}, i.${column})`
const COLUMNS = `e.board_uuid, ${listOf(SUBJECTS, (column) => `${written(column)} AS ${column}`)},
  coalesce(c.sub_category_id, '') AS sub_category_id, ${listOf(fieldsOf(CATEGORY_NAME), (column) => `c.${column}`)},
  coalesce(i.is_priority, d.is_priority) AS is_priority, coalesce(d.white_label, i.white_label) AS white_label,
  ${STATE} AS state, ${IS_OWN} AS own, d.board_uuid IS NOT NULL AS has_draft,
  i.create_date, i.update_date, i.published_at, i.withdrawn_at, d.saved_at, d.saved_by`
const FROM = `${SCOPED_ENTRIES}
  LEFT JOIN sub_category c ON c.sub_category_id = coalesce(d.sub_category_id, i.sub_category_id) AND c.group_uuid = e.group_uuid`

/** A row of the query. */
type Stored = Omit<EntryRow, 'subject' | 'category' | 'is_priority' | 'has_draft' | 'own'> &
  Sent<'subject*'> &
  Sent<typeof CATEGORY_NAME> & { is_priority: number; has_draft: number; own: number }

const rowOf = (stored: Stored): EntryRow => ({
  board_uuid: stored.board_uuid,
  subject: textsOf('subject*', stored),
  sub_category_id: stored.sub_category_id,
  category: textsOf(CATEGORY_NAME, stored),
  is_priority: stored.is_priority === 1,
  white_label: stored.white_label,
  state: stored.state,
  own: stored.own === 1,
  has_draft: stored.has_draft === 1,
  create_date: stored.create_date,
  update_date: stored.update_date,
  published_at: stored.published_at,
  withdrawn_at: stored.withdrawn_at,
  saved_at: stored.saved_at,
  saved_by: stored.saved_by,
})

/** Subjects in all languages, in lines. */
const SEARCHED = SUBJECTS.map(written).join(' || char(10) || ')

export interface EntriesPage {
  entries: EntryRow[]
  page: number
  pages: number
  total: number
}

/**
 * One page of a board's entries in all states: drafts first, then in the order of the public list. An operator of one brand gets those of
 * the brand, and of the others what its visitors can read.
 */
export async function listEntries(
  db: D1Database,
  scope: Scope,
  board: BoardName,
  {
    state,
    q = '',
    page = 1,
    size = ENTRIES.shown,
  }: { state?: EntryState | undefined; q?: string; page?: number; size?: number },
  now = new Date(),
): Promise<EntriesPage> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS}, count(*) OVER () AS total FROM ${FROM}
       WHERE e.group_uuid = ?4 AND ${IS_VISIBLE} AND (?5 IS NULL OR ${STATE} = ?5)
         AND (?6 = '' OR instr(lower(${SEARCHED}), lower(?6)) > 0)
       ORDER BY i.board_uuid IS NOT NULL, i.sort_order, coalesce(i.create_date, d.saved_at) DESC, e.board_uuid DESC
       LIMIT ?8 OFFSET ?7`,
    )
    .bind(...scopeValues(scope, now), BOARD_GROUPS[board], state ?? null, q, (page - 1) * size, size)
    .all<Stored & { total: number }>()
  const total = results[0]?.total ?? 0
  return { entries: results.map(rowOf), page, pages: Math.max(1, Math.ceil(total / size)), total }
}

/** A version as the list of versions shows it. */
export interface VersionRow {
  version: number
  subject: Texts
  made_at: string
  made_by: string
}

/** An entry with the text to edit: the draft, else what is published. */
export interface EditedEntry extends EntryRow {
  board: BoardName
  fields: EntryFields
  /** For `basis` of the next save. */
  edition: string
  revision: number
  versions: VersionRow[]
}

/**
 * An entry. Where it is not an own one, its text is what visitors read, and it has no versions.
 * @throws NotFoundError where the board has no such entry, or an operator of one brand may not see it
 */
export async function readEntry(
  db: D1Database,
  scope: Scope,
  board: BoardName,
  id: string,
  now = new Date(),
): Promise<EditedEntry> {
  const [row, versions] = await Promise.all([
    db
      .prepare(
        `SELECT ${COLUMNS}, ${editionOf('e.board_uuid')} AS edition, d.revision, ${listOf(CONTENTS, (c) => `i.${c} AS html_${c}, v.${c} AS source_${c}, d.${c}`)},
           coalesce(d.is_priority, i.is_priority) AS written_priority
         FROM ${FROM} LEFT JOIN board_version v ON v.board_uuid = i.board_uuid AND v.version = i.version
         WHERE e.board_uuid = ?4 AND e.group_uuid = ?5 AND ${IS_VISIBLE}`,
      )
      .bind(...scopeValues(scope, now), id, BOARD_GROUPS[board])
      .first<Stored & StoredText>(),
    db
      .prepare(
        `SELECT version, ${listOf(SUBJECTS)}, made_at, made_by FROM board_version
         WHERE board_uuid = ?1 AND (?2 IS NULL OR white_label = ?2) ORDER BY version DESC`,
      )
      .bind(id, labelOf(scope))
      .all<Omit<VersionRow, 'subject'> & Sent<'subject*'>>(),
  ])
  if (!row) throw new NotFoundError('There is no such entry.')
  const entry = rowOf(row)
  return {
    ...entry,
    board,
    fields: {
      sub_category_id: row.sub_category_id,
      subject: textsOf('subject*', row),
      contents: eachLocale((locale) => {
        const column = fieldName('contents*', locale)
        const written = row[column] ?? (entry.own ? row[`source_${column}`] : null)
        return written ?? sourceOfHtml(row[`html_${column}`] ?? '')
      }),
      is_priority: row.written_priority === 1,
      white_label: row.white_label,
    },
    edition: row.edition,
    revision: row.revision ?? 0,
    versions: (entry.own ? versions.results : []).map(({ version, made_at, made_by, ...subject }) => ({
      version,
      subject: textsOf('subject*', subject),
      made_at,
      made_by,
    })),
  }
}

type Content = FieldOf<'contents*'>
/** Of the draft, of the version that is its Markdown, and of what is public. */
type StoredText = Record<Content | `source_${Content}` | `html_${Content}`, string | null> & {
  edition: string
  revision: number | null
  written_priority: number | null
}

/** Who has changed an entry last, and when (ISO 8601); null where nobody has. @param before ISO 8601 */
export const lastWriter = (db: D1Database, id: string, before: string): Promise<{ by: string; at: string } | null> =>
  db
    .prepare(
      `SELECT saved_by AS by, saved_at AS at FROM board_draft WHERE board_uuid = ?1
       UNION ALL SELECT made_by, made_at FROM board_version WHERE board_uuid = ?1
       UNION ALL SELECT actor, at FROM admin_log
         WHERE action IN ('withdraw', 'publish-again', 'set-priority') AND subject = ?1 AND at < ?2
       ORDER BY at DESC LIMIT 1`,
    )
    .bind(id, before)
    .first()

/** The public HTML of an entry that is not an own one as Markdown, which lets an HTML block pass up to the next blank line (CommonMark, 4.6). */
const sourceOfHtml = (html: string): string => html.replace(/\n[ \t]*(?=\n)/g, '').trim()
