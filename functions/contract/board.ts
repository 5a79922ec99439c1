import { z } from 'zod'

export { BOARD_GROUPS, type BoardName } from './board-groups.ts'

export const selectListBody = z.object({
  group_uuid: z.uuid(),
  sub_category_id: z.array(z.string().max(64)).max(50).default([]),
  search_text: z.string().max(100).default(''),
  search_date: z.array(z.string().max(32)).max(2).default([]),
})
export type SelectListBody = z.infer<typeof selectListBody>

export const selectSubCategoryBody = z.object({ group_uuid: z.uuid() })
export type SelectSubCategoryBody = z.infer<typeof selectSubCategoryBody>

/** A notice's or FAQ's id is the upstream's own: any short token without slashes. */
export const boardUuid = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
export const selectDetailBody = z.object({ board_uuid: boardUuid })
export type SelectDetailBody = z.infer<typeof selectDetailBody>

/** A row of a notice or FAQ list, as the edge gives it. Dates are ISO 8601 in UTC. */
export interface BoardItem {
  board_uuid: string
  subject: string
  sub_category_name: string
  sub_category_en_name: string
  create_date: string
  update_date: string | null
  is_priority: boolean
}

/** A whole notice or FAQ. `contents` is HTML, already sanitised by the edge. */
export interface BoardDetail extends Omit<BoardItem, 'board_uuid' | 'is_priority'> {
  contents: string
}

export interface SubCategory {
  sub_category_id: string
  sub_category_name: string
  sub_category_en_name: string
}

/** Every answer of the API that carries something (spec 7). */
export interface Envelope<T> {
  data: T
}
