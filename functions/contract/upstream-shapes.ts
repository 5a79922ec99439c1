import { z } from 'zod'
import { BOARD_ID, CATEGORY_ID, type BoardDetail, type BoardItem, type SubCategory } from './board.ts'
import { LANGUAGES, type Locale } from './languages.ts'
import { CATEGORY_NAME, eachField, fieldsOf, type FieldOf, type PlainLocale } from './text-fields.ts'

// What the upstream sends, in the variants of docs/contract.md#5, read into the shapes of board.ts and attachments.ts. Each shape is read to
// itself, so the same schemas check what the list cache has kept.

const id = z.union([z.string().min(1), z.number()]).transform(String)
/** A text that an entry can do without. */
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ''))
  .catch('')
/** The same, null where there is none. */
const optionalText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : String(value)))
  .catch(null)
const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.enum(['Y', 'N', 'y', 'n'])])
  .nullish()
  .transform((value) => value === true || value === 1 || value === 'Y' || value === 'y')
  .catch(false)

const seoulTime = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?))?$/

/** Reads ISO 8601, or `YYYY-MM-DD HH:mm:ss` in Seoul time. Gives ISO 8601 in UTC. */
export const upstreamDate = z.string().transform((value, context) => {
  const local = seoulTime.exec(value.trim())
  const date = new Date(local ? `${local[1]}T${local[2] ?? '00:00:00'}+09:00` : value)
  if (Number.isNaN(date.getTime())) {
    context.addIssue({ code: 'custom', message: 'not a date' })
    return z.NEVER
  }
  return date.toISOString()
})
const optionalDate = upstreamDate
  .nullish()
  .transform((value) => value ?? null)
  .catch(null)

/** Left out where the upstream does not keep languages apart; null is the same. */
const apart = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined)
  .optional()
type TextSchemas<P extends string> = Record<FieldOf<P, PlainLocale>, typeof text> &
  Record<FieldOf<P, Exclude<Locale, PlainLocale>>, typeof apart>
const eachLanguage = <P extends 'subject*' | 'contents*'>(pattern: P) =>
  eachField(pattern, (locale) => (LANGUAGES[locale].field === '' ? text : apart)) as unknown as TextSchemas<P>

const row = {
  ...eachLanguage('subject*'),
  ...eachField(CATEGORY_NAME, () => text),
  create_date: optionalDate,
  update_date: optionalDate,
}
const boardItem = z
  .object({ board_uuid: id.pipe(z.string().regex(BOARD_ID)), ...row, is_priority: flag })
  .refine((item) => fieldsOf('subject*').some((field) => /\S/.test(item[field] ?? '')), { path: ['subject'] })
const subCategory = z
  .object({ sub_category_id: id.pipe(z.string().regex(CATEGORY_ID)), ...eachField(CATEGORY_NAME, () => text) })
  .refine((category) => fieldsOf(CATEGORY_NAME).some((field) => category[field] !== ''), {
    path: ['sub_category_name'],
  })

/**
 * A list without the rows that cannot be shown, and for the log what is wrong with those. A list none of whose rows can be shown is no
 * list.
 */
const listOf = <T extends z.ZodType>(schema: T) =>
  z.object({ data: z.array(z.unknown()) }).transform(({ data }, context) => {
    const rows: z.output<T>[] = []
    const leftOut: string[] = []
    for (const sent of data) {
      const read = schema.safeParse(sent)
      if (read.success) rows.push(read.data)
      else leftOut.push(read.error.issues[0]?.path.join('.') || 'the whole')
    }
    if (data.length > 0 && rows.length === 0) {
      context.addIssue({ code: 'custom', path: ['data'], message: 'no row can be shown' })
      return z.NEVER
    }
    return { data: rows, leftOut }
  })

/** A list as it was read, and for the log which fields of the rows that are left out cannot be shown. */
export type ReadList<Row> = z.ZodType<{ data: Row[]; leftOut: string[] }>

/** Rows without a date are the last ones; otherwise the upstream's order stays. */
export const boardList: ReadList<BoardItem> = listOf(boardItem).transform(({ data, leftOut }) => ({
  data: [...data.filter(isDated), ...data.filter((item) => !isDated(item))],
  leftOut,
}))
export const subCategoryList: ReadList<SubCategory> = listOf(subCategory)
/** A detail without a text in any language is none, as a list none of whose rows can be shown. */
export const boardDetail: z.ZodType<{ data: BoardDetail | null }> = z.object({
  data: z
    .object({ ...row, ...eachLanguage('contents*'), contents: optionalText })
    .refine((sent) => fieldsOf('contents*').some((field) => (sent[field] ?? null) !== null), { path: ['contents'] })
    .transform((sent) => ({ ...sent, contents: sent.contents ?? '' }))
    .nullable(),
})

/** The rows of a list as the cache has kept them. */
export const boardRows: z.ZodType<BoardItem[]> = z.array(boardItem)
export const subCategoryRows: z.ZodType<SubCategory[]> = z.array(subCategory)

/** At most as long as an inquiry may name it. */
export const fileReference = z.object({ data: id.pipe(z.string().max(128)) })
export const fileRecords = z.object({ data: z.array(z.object({ file_key: id, file_name: z.string() })) })

const isDated = ({ create_date }: z.output<typeof boardItem>): boolean => create_date !== null
