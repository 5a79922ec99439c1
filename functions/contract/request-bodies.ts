import { z } from 'zod'
import { BOARD_ID } from './board.ts'
import { NIL_UUID, SIGNED_MAX } from './attachments.ts'
import { SEARCH_TEXT_MAX } from './list-limits.ts'
import { CATEGORY_NAME, eachField, fieldName, fieldsOf } from './text-fields.ts'

// What requests to /api/ may hold (docs/contract.md#5); the body of an inquiry is in inquiry-body.ts.

/** One spelling, so that each is not another list. */
const groupUuid = z.uuid().toLowerCase()
export const selectListBody = z.object({
  group_uuid: groupUuid,
  sub_category_id: z.array(z.string().max(64)).max(50).default([]),
  search_text: z.string().max(SEARCH_TEXT_MAX).default(''),
  search_date: z.array(z.string().max(32)).max(2).default([]),
})
export type SelectListBody = z.output<typeof selectListBody>

export const selectSubCategoryBody = z.object({ group_uuid: groupUuid })
export type SelectSubCategoryBody = z.output<typeof selectSubCategoryBody>

const boardUuid = z.string().regex(BOARD_ID)
export const selectDetailBody = z.object({ board_uuid: boardUuid })
export type SelectDetailBody = z.output<typeof selectDetailBody>

const count = (max: number) => z.coerce.number().int().min(1).max(max)
const listingPage = z
  .strictObject({
    page: count(1_000_000).default(1),
    size: count(5_000),
    ...eachField(CATEGORY_NAME, () => z.string().optional()),
    priority: z.literal('1').optional(),
  })
  .transform((sent) => ({
    page: sent.page,
    size: sent.size,
    /** Null: rows of all sub-categories. */
    category: fieldsOf(CATEGORY_NAME).some((field) => sent[field] !== undefined)
      ? eachField(CATEGORY_NAME, (locale) => sent[fieldName(CATEGORY_NAME, locale)] ?? '')
      : null,
    priority: sent.priority !== undefined,
  }))
export type ListingSelection = z.output<typeof listingPage>

/** Value of the header `x-listing`: one page of a list, or the neighbours of an entry. */
export const listingPart = z.union([listingPage, z.strictObject({ around: boardUuid })])

/** Made by the upstream and signed by the edge. Not only dots, which would name another path in an address. */
const fileToken = z
  .string()
  .max(SIGNED_MAX)
  .regex(/^(?!\.+$)[A-Za-z0-9._~=+:@-]+$/)
export const fileKey = fileToken
export const selectFilesBody = z.object({ file_id: fileToken })

/** The plain fields of `POST /api/file/upload`, the same for every upload (docs/specification.md#7). */
export const uploadFields = z.object({
  company_id: z.literal(NIL_UUID),
  file_id: z.literal(''),
  acl: z.literal('private'),
})
