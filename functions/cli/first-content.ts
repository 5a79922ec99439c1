import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import matter from 'gray-matter'
import { marked } from 'marked'
import { v5 as uuidV5 } from 'uuid'
import { z } from 'zod'
import { BOARD_GROUPS, type BoardName } from '../contract/board.ts'
import { ROOT } from './settings.ts'

const FOLDER = join(ROOT, 'functions/upstream/embedded/first-content')
const DAY_MS = 86_400_000

type Value = string | number | null
type Statement = [sql: string, values: Value[]]

/** Gives a row if the boards have entries. */
export const FILLED_SQL = 'SELECT board_uuid FROM board_item LIMIT 1'
const INSERT_CATEGORY =
  'INSERT OR IGNORE INTO sub_category (sub_category_id, group_uuid, sub_category_name, sub_category_en_name, sort_order) VALUES (?, ?, ?, ?, ?)'
const INSERT_ENTRY =
  'INSERT INTO board_item (board_uuid, group_uuid, sub_category_id, subject, contents, subject_en, contents_en, create_date, update_date, is_priority, white_label) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'

const subCategories = z.array(
  z.strictObject({
    group: z.enum(['notice', 'faq']),
    sub_category_id: z.string(),
    sub_category_name: z.string(),
    sub_category_en_name: z.string(),
  }),
)
/** Of the file in Korean; the one in English has only its subject. */
const frontMatter = z.strictObject({
  sub_category: z.string(),
  subject: z.string(),
  created_days_ago: z.int().min(0),
  updated_days_ago: z.int().min(0).optional(),
  is_priority: z.boolean().default(false),
  /** White-label value of the only brand that shows the entry; null for all brands. */
  white_label: z.string().nullable().default(null),
})

/** `days` before the day of `now`, at nine in the morning in Seoul (00:00 UTC), but never in the future. */
function daysBefore(now: Date, days: number): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return new Date(Math.min(today - days * DAY_MS, now.getTime())).toISOString()
}

async function entriesOf(board: BoardName, now: Date): Promise<Statement[]> {
  const files = (await readdir(join(FOLDER, board))).filter((name) => name.endsWith('.ko.md')).sort()
  const read = async (name: string) => matter(await readFile(join(FOLDER, board, name), 'utf8'))
  return Promise.all(
    files.map(async (file): Promise<Statement> => {
      const name = basename(file, '.ko.md')
      const [korean, english] = [await read(file), await read(`${name}.en.md`)]
      const entry = frontMatter.parse(korean.data)
      const values = [
        uuidV5(name, BOARD_GROUPS[board]),
        BOARD_GROUPS[board],
        entry.sub_category,
        entry.subject,
        await marked.parse(korean.content),
        frontMatter.pick({ subject: true }).parse(english.data).subject,
        await marked.parse(english.content),
        daysBefore(now, entry.created_days_ago),
        entry.updated_days_ago === undefined ? null : daysBefore(now, entry.updated_days_ago),
        Number(entry.is_priority),
        entry.white_label,
      ]
      return [INSERT_ENTRY, values]
    }),
  )
}

/** The statements that fill empty boards, dated relative to `now`. Entries refer to sub-categories, which come first. */
async function statements(now: Date): Promise<{ categories: Statement[]; entries: Statement[] }> {
  const rows = subCategories.parse(JSON.parse(await readFile(join(FOLDER, 'sub-categories.json'), 'utf8')))
  const categories = rows.map(
    ({ group, sub_category_id, sub_category_name, sub_category_en_name }, order): Statement => [
      INSERT_CATEGORY,
      [sub_category_id, BOARD_GROUPS[group], sub_category_name, sub_category_en_name, order],
    ],
  )
  return { categories, entries: [...(await entriesOf('notice', now)), ...(await entriesOf('faq', now))] }
}

/**
 * Fills empty boards with the first content, dated relative to `now`. Boards that have an entry are not changed.
 * @returns the number of entries written
 */
export async function loadFirstContent(db: D1Database, now: Date): Promise<number> {
  if (await db.prepare(FILLED_SQL).first()) return 0
  const { categories, entries } = await statements(now)
  await db.batch([...categories, ...entries].map(([sql, values]) => db.prepare(sql).bind(...values)))
  return entries.length
}

const literal = (value: Value | undefined): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'NULL')

/** The same as SQL text for the deployed database, where only a file can be executed. */
export async function firstContentSql(now: Date): Promise<string[]> {
  const { categories, entries } = await statements(now)
  return [...categories, ...entries].map(([sql, values]) => {
    let index = 0
    return `${sql.replaceAll('?', () => literal(values[index++]))};`
  })
}
