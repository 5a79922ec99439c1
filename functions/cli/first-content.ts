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

/** Gives a row where the boards hold something; then they are left alone. */
export const FILLED_SQL = 'SELECT board_uuid FROM board_item LIMIT 1'
const INTO_CATEGORY =
  'INSERT OR IGNORE INTO sub_category (sub_category_id, group_uuid, sub_category_name, sub_category_en_name, sort_order) VALUES (?, ?, ?, ?, ?)'
const INTO_BOARD =
  'INSERT INTO board_item (board_uuid, group_uuid, sub_category_id, subject, contents, create_date, update_date, is_priority, white_label) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'

const subCategories = z.array(
  z.strictObject({
    group: z.enum(['notice', 'faq']),
    sub_category_id: z.string(),
    sub_category_name: z.string(),
    sub_category_en_name: z.string(),
  }),
)
const frontMatter = z.strictObject({
  sub_category: z.string(),
  subject: z.string(),
  created_days_ago: z.int().min(0),
  updated_days_ago: z.int().min(0).optional(),
  is_priority: z.boolean().default(false),
  /** Shown to one brand only; left out: to all. */
  white_label: z.string().nullable().default(null),
})

/** `days` before the day of `now`, at nine in the morning in Seoul (00:00 UTC), but never in the future. */
function daysBefore(now: Date, days: number): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return new Date(Math.min(today - days * DAY_MS, now.getTime())).toISOString()
}

async function entriesOf(board: BoardName, now: Date): Promise<Value[][]> {
  const files = (await readdir(join(FOLDER, board))).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    files.map(async (name) => {
      const { data, content } = matter(await readFile(join(FOLDER, board, name), 'utf8'))
      const entry = frontMatter.parse(data)
      const updated = entry.updated_days_ago === undefined ? null : daysBefore(now, entry.updated_days_ago)
      const id = uuidV5(basename(name, '.md'), BOARD_GROUPS[board])
      return [
        id,
        BOARD_GROUPS[board],
        entry.sub_category,
        entry.subject,
        await marked.parse(content),
        daysBefore(now, entry.created_days_ago),
        updated,
        Number(entry.is_priority),
        entry.white_label,
      ]
    }),
  )
}

interface Statement {
  sql: string
  values: Value[]
}

/** What fills empty boards, sub-categories first, dated relative to `now`. */
async function statements(now: Date): Promise<{ categories: Statement[]; entries: Statement[] }> {
  const categories = subCategories.parse(JSON.parse(await readFile(join(FOLDER, 'sub-categories.json'), 'utf8')))
  const entries = (await Promise.all([entriesOf('notice', now), entriesOf('faq', now)])).flat()
  return {
    categories: categories.map((row, index) => ({
      sql: INTO_CATEGORY,
      values: [row.sub_category_id, BOARD_GROUPS[row.group], row.sub_category_name, row.sub_category_en_name, index],
    })),
    entries: entries.map((values) => ({ sql: INTO_BOARD, values })),
  }
}

/**
 * Fills empty boards with the first content, dated relative to `now`. A board that holds anything is left alone.
 * @returns how many entries were written
 */
export async function loadFirstContent(db: D1Database, now: Date): Promise<number> {
  if (await db.prepare(FILLED_SQL).first()) return 0
  const { categories, entries } = await statements(now)
  await db.batch([...categories, ...entries].map(({ sql, values }) => db.prepare(sql).bind(...values)))
  return entries.length
}

const literal = (value: Value): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'NULL')

/** The same as SQL text, a statement an entry, for a database that only takes a file: the deployed one. */
export async function firstContentSql(now: Date): Promise<string[]> {
  const { categories, entries } = await statements(now)
  return [...categories, ...entries].map(({ sql, values }) => {
    const left = [...values]
    return `${sql.replace(/\?/g, () => literal(left.shift() ?? null))};`
  })
}
