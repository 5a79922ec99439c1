import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { v5 as uuidV5 } from 'uuid'
import { z } from 'zod'
import { readFrontMatter } from '../commands/publishing/front-matter.ts'
import { renderMarkdown } from '../commands/publishing/markdown.ts'
import { BOARD_GROUPS, type BoardName } from '../contract/board.ts'
import { INSERT_WHOLE_ITEM, SELECT_ANY_ITEM } from '../database/board-item.ts'
import { INSERT_FIRST_VERSION } from '../database/board-version.ts'
import { INSERT_GIVEN_CATEGORY } from '../database/sub-category.ts'
import { sqlText, type Statement } from './sql-text.ts'
import { ROOT } from './settings.ts'

const FOLDER = join(ROOT, 'functions/database/first-content')
const DAY_MS = 86_400_000
const SEOUL_OFFSET_MS = 9 * 3_600_000

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
  /** True on every installation: about the site itself, nothing that is made up. */
  of_any_site: z.boolean().default(false),
  /** White-label value of the only brand that shows the entry; null for all brands. */
  white_label: z.string().nullable().default(null),
})

export interface FirstContent {
  /** Only what is true on every installation (`npm run deploy -- --first-content`). */
  ofAnySite?: boolean
}

/** `days` before the day of `now`, at nine in the morning in Seoul (00:00 UTC), but never in the future. */
function daysBefore(now: Date, days: number): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return new Date(Math.min(today - days * DAY_MS, now.getTime())).toISOString()
}

const dates = {
  ko: new Intl.DateTimeFormat('ko-KR', { dateStyle: 'full', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }),
}

/**
 * Writes the dates that a text names by their distance from the entry's day in Seoul: `{{week 1, day 6}}` is that weekday (1 Monday to
 * 7 Sunday) of the week after, `{{days ago 1}}` the day before and `{{days later 90}}` ninety days after it.
 */
export function withDates(text: string, created: string, locale: 'ko' | 'en'): string {
  const day = new Date(Date.parse(created) + SEOUL_OFFSET_MS)
  const sinceMonday = (day.getUTCDay() + 6) % 7
  const inDays = (days: number) => dates[locale].format(day.getTime() + days * DAY_MS)
  return text
    .replace(/\{\{week (\d), day ([1-7])\}\}/g, (_, weeks: string, weekday: string) =>
      inDays(Number(weeks) * 7 - sinceMonday + Number(weekday) - 1),
    )
    .replace(/\{\{days ago (\d+)\}\}/g, (_, days: string) => inDays(-Number(days)))
    .replace(/\{\{days later (\d+)\}\}/g, (_, days: string) => inDays(Number(days)))
}

async function entriesOf(board: BoardName, now: Date, { ofAnySite = false }: FirstContent): Promise<Statement[]> {
  const files = (await readdir(join(FOLDER, board))).filter((name) => name.endsWith('.ko.md')).sort()
  const read = async (name: string) => readFrontMatter(await readFile(join(FOLDER, board, name), 'utf8'))
  const statements = await Promise.all(
    files.map(async (file): Promise<Statement[]> => {
      const name = basename(file, '.ko.md')
      const [korean, english] = [await read(file), await read(`${name}.en.md`)]
      const entry = frontMatter.parse(korean.data)
      if (ofAnySite && !entry.of_any_site) return []
      const id = uuidV5(name, BOARD_GROUPS[board])
      // What is announced for the first time today was not written months ago.
      const created = daysBefore(now, ofAnySite ? 0 : entry.created_days_ago)
      const updated = ofAnySite || entry.updated_days_ago === undefined ? null : daysBefore(now, entry.updated_days_ago)
      const subject_en = frontMatter.pick({ subject: true }).parse(english.data).subject
      const contents = withDates(korean.content, created, 'ko').trim()
      const contents_en = withDates(english.content, created, 'en').trim()
      const head = [BOARD_GROUPS[board], entry.sub_category, entry.subject]
      const rest = [Number(entry.is_priority), entry.white_label]
      const html = [renderMarkdown(contents), subject_en, renderMarkdown(contents_en)]
      return [
        [INSERT_WHOLE_ITEM, [id, ...head, ...html, created, updated, ...rest]],
        [INSERT_FIRST_VERSION, [id, ...head, contents, subject_en, contents_en, ...rest, updated ?? created]],
      ]
    }),
  )
  return statements.flat()
}

/** The statements that fill empty boards, dated relative to `now`. Entries refer to sub-categories, which come first. */
async function statements(
  now: Date,
  options: FirstContent,
): Promise<{ categories: Statement[]; entries: Statement[] }> {
  const rows = subCategories.parse(JSON.parse(await readFile(join(FOLDER, 'sub-categories.json'), 'utf8')))
  const categories = rows.map(
    ({ group, sub_category_id, sub_category_name, sub_category_en_name }, order): Statement => [
      INSERT_GIVEN_CATEGORY,
      [sub_category_id, BOARD_GROUPS[group], sub_category_name, sub_category_en_name, order],
    ],
  )
  const entries = [...(await entriesOf('notice', now, options)), ...(await entriesOf('faq', now, options))]
  return { categories, entries }
}

/**
 * Fills empty boards with the first content, dated relative to `now`. Boards that have an entry are not changed.
 * @returns the number of entries written
 */
export async function loadFirstContent(db: D1Database, now: Date, options: FirstContent = {}): Promise<number> {
  if (await db.prepare(SELECT_ANY_ITEM).first()) return 0
  const { categories, entries } = await statements(now, options)
  await db.batch([...categories, ...entries].map(([sql, values]) => db.prepare(sql).bind(...values)))
  return entries.length / 2
}

/** The same as SQL text for the deployed database, where only a file can be executed. */
export async function firstContentSql(now: Date, options: FirstContent = {}): Promise<string[]> {
  const { categories, entries } = await statements(now, options)
  return [...categories, ...entries].map(sqlText)
}
