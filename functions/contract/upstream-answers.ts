import { z } from 'zod'

// What the upstream sends, in the variants of docs/contract.md#5, normalised to the shapes of board.ts and file.ts.

const id = z.union([z.string().min(1), z.number()]).transform(String)
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.enum(['Y', 'N', 'y', 'n'])])
  .nullish()
  .transform((value) => value === true || value === 1 || value === 'Y' || value === 'y')

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
const optionalDate = z
  .union([z.literal(''), upstreamDate])
  .nullish()
  .transform((value) => value || null)

/** Left out where the upstream does not keep languages apart; null is the same. */
const english = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined)
  .optional()

const row = {
  subject: z.string(),
  subject_en: english,
  sub_category_name: text,
  sub_category_en_name: text,
  create_date: upstreamDate,
  update_date: optionalDate,
}

const boardItem = z.object({ board_uuid: id, ...row, is_priority: flag }).transform(withoutUndefined)
const subCategory = z.object({ sub_category_id: id, sub_category_name: text, sub_category_en_name: text })

export const boardList = z.object({ data: z.array(boardItem) })
export const subCategoryList = z.object({ data: z.array(subCategory) })
export const boardDetail = z.object({
  data: z
    .object({ ...row, contents: text, contents_en: english })
    .transform(withoutUndefined)
    .nullable(),
})
/** At most as long as an inquiry may name it. */
export const fileReference = z.object({ data: id.pipe(z.string().max(128)) })
export const fileRecords = z.object({ data: z.array(z.object({ file_key: id, file_name: z.string() })) })

/** A long list is stored as text, in which each undefined value would need a note of its own. */
function withoutUndefined<T extends { subject_en?: string | undefined; contents_en?: string | undefined }>({
  subject_en,
  contents_en,
  ...rest
}: T) {
  return {
    ...rest,
    ...(subject_en !== undefined && { subject_en }),
    ...(contents_en !== undefined && { contents_en }),
  }
}
