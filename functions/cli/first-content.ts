import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { v5 as uuidV5 } from 'uuid'
import { z } from 'zod'
import { readFrontMatter } from '../publishing/front-matter.ts'
import { renderMarkdown } from '../publishing/markdown.ts'
import { brands, defaultBrand } from '../brand/hosts.ts'
import type { Brand } from '../brand/schema.ts'
import { BOARD_GROUPS, BOARD_NAMES, type BoardName } from '../contract/board.ts'
import { eachLocale, LANGUAGES, LOCALES, type Locale } from '../contract/languages.ts'
import { monthsInWords, processedMonths } from '../contract/retention.ts'
import { SEOUL_OFFSET_MS } from '../contract/seoul.ts'
import { fillBoards, type FirstEntry } from '../database/fill-boards.ts'
import { ROOT } from './settings.ts'

const FOLDER = join(ROOT, 'functions/database/first-content')
const DAY_MS = 86_400_000

const subCategories = z.array(
  z.strictObject({
    group: z.enum(BOARD_NAMES),
    sub_category_id: z.string(),
    name: z.strictObject(eachLocale(() => z.string())),
  }),
)
/** Of the file in the first language; the others have only their subject. */
const frontMatter = z.strictObject({
  sub_category: z.string(),
  subject: z.string(),
  created_days_ago: z.int().min(0),
  updated_days_ago: z.int().min(0).optional(),
  is_priority: z.boolean().default(false),
  /** White-label value of the only brand that shows the entry; null for all brands. */
  white_label: z.string().nullable().default(null),
})

const subjectOnly = frontMatter.pick({ subject: true })

/** `days` before the day of `now`, at nine in the morning in Seoul (00:00 UTC), but never in the future. */
function daysBefore(now: Date, days: number): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return new Date(Math.min(today - days * DAY_MS, now.getTime())).toISOString()
}

const dates = eachLocale(
  (locale) => new Intl.DateTimeFormat(LANGUAGES[locale].format, { dateStyle: 'full', timeZone: 'UTC' }),
)

/**
 * Writes the dates that a text names by their distance from the entry's day in Seoul: `{{week 1, day 6}}` is that weekday (1 Monday to
 * 7 Sunday) of the week after, `{{days ago 1}}` the day before and `{{days later 90}}` ninety days after it.
 */
export function withDates(text: string, created: string, locale: Locale): string {
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

/** Stands where a text names the period for which processed inquiries are kept. */
const PERIOD = '{{processed period}}'
const withPeriod = (text: string, brand: Brand, locale: Locale) =>
  text.replaceAll(PERIOD, monthsInWords(processedMonths(brand), locale))

/** For whom an entry is written that names the period: once for all brands where they have the same, otherwise once for each of them. */
function readersOf(whiteLabel: string | null): { brand: Brand; whiteLabel: string | null }[] {
  if (whiteLabel !== null)
    return [{ brand: brands.find((each) => each.whiteLabel === whiteLabel) ?? defaultBrand, whiteLabel }]
  if (new Set(brands.map(processedMonths)).size === 1) return [{ brand: defaultBrand, whiteLabel }]
  return brands.map((brand) => ({ brand, whiteLabel: brand.whiteLabel }))
}

async function entriesOf(board: BoardName, now: Date): Promise<FirstEntry[]> {
  const ending = `.${LOCALES[0]}.md`
  const files = globSync(`*${ending}`, { cwd: join(FOLDER, board) }).sort()
  const read = async (name: string) => readFrontMatter(await readFile(join(FOLDER, board, name), 'utf8'))
  const entries = await Promise.all(
    files.map(async (file): Promise<FirstEntry[]> => {
      const name = basename(file, ending)
      const texts = new Map(
        await Promise.all(LOCALES.map(async (locale) => [locale, await read(`${name}.${locale}.md`)] as const)),
      )
      const entry = frontMatter.parse(texts.get(LOCALES[0])?.data)
      const created = daysBefore(now, entry.created_days_ago)
      const updated = entry.updated_days_ago === undefined ? null : daysBefore(now, entry.updated_days_ago)
      const namesPeriod = LOCALES.some((locale) => texts.get(locale)?.content.includes(PERIOD))
      const readers = namesPeriod
        ? readersOf(entry.white_label)
        : [{ brand: defaultBrand, whiteLabel: entry.white_label }]
      return readers.map(({ brand, whiteLabel }) => {
        const markdown = eachLocale((locale) =>
          withPeriod(withDates(texts.get(locale)?.content ?? '', created, locale), brand, locale).trim(),
        )
        return {
          board_uuid: uuidV5(brand === defaultBrand ? name : `${name} ${brand.id}`, BOARD_GROUPS[board]),
          group_uuid: BOARD_GROUPS[board],
          sub_category_id: entry.sub_category,
          subject: eachLocale((locale) =>
            withDates(
              locale === LOCALES[0] ? entry.subject : subjectOnly.parse(texts.get(locale)?.data).subject,
              created,
              locale,
            ),
          ),
          contents: eachLocale((locale) => renderMarkdown(markdown[locale])),
          create_date: created,
          update_date: updated,
          is_priority: entry.is_priority,
          white_label: whiteLabel,
          markdown,
        }
      })
    }),
  )
  return entries.flat()
}

/**
 * Fills empty boards with the first content, dated relative to `now`. Boards that have an entry are not changed.
 * @returns the number of entries written
 */
export async function loadFirstContent(db: D1Database, now: Date): Promise<number> {
  const rows = subCategories.parse(JSON.parse(await readFile(join(FOLDER, 'sub-categories.json'), 'utf8')))
  const categories = rows.map(({ group, ...row }) => ({
    ...row,
    group_uuid: BOARD_GROUPS[group],
  }))
  const entries = (await Promise.all(BOARD_NAMES.map((board) => entriesOf(board, now)))).flat()
  return (await fillBoards(db, categories, entries)) ? entries.length : 0
}
