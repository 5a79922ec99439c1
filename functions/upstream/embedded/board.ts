import type { BoardItem, SelectListBody } from '../../contract/board.ts'
import { boardDetail, boardItem, subCategory } from '../../contract/upstream-answers.ts'
import { Rows } from '../../lists/rows.ts'
import { ApiError, NotFoundError, UpstreamFailedError } from '../../errors.ts'
import type { BoardUpstream } from '../upstream.ts'

const ITEM = `
  SELECT i.board_uuid, i.subject, i.contents, i.create_date, i.update_date, i.is_priority, c.sub_category_name, c.sub_category_en_name
  FROM board_item i JOIN sub_category c USING (sub_category_id)
  WHERE (i.white_label IS NULL OR i.white_label = ?1)`

/** The boards of the embedded upstream, over D1. A row without a white-label value belongs to every brand. */
export function embeddedBoard(db: D1Database): BoardUpstream {
  const rows = (sql: string, ...values: unknown[]) =>
    asking(
      async () =>
        (
          await db
            .prepare(sql)
            .bind(...values)
            .all()
        ).results,
    )
  return {
    async selectList(body, { whiteLabel }) {
      const range = dateRange(body.search_date)
      if (!range) return Rows.of<BoardItem>([])
      const found = await rows(
        `${ITEM} AND i.group_uuid = ?2
           AND (?3 = '[]' OR i.sub_category_id IN (SELECT value FROM json_each(?3)))
           AND (?4 = '' OR instr(lower(i.subject), lower(?4)) > 0 OR instr(lower(i.contents), lower(?4)) > 0)
           AND i.create_date >= ?5 AND i.create_date < ?6
         ORDER BY i.create_date DESC, i.board_uuid DESC`,
        whiteLabel,
        body.group_uuid,
        JSON.stringify(body.sub_category_id),
        body.search_text,
        ...range,
      )
      return Rows.of(found.map((row) => boardItem.parse(row)))
    },
    async selectSubCategory({ group_uuid }, { whiteLabel }) {
      const found = await rows(
        `SELECT sub_category_id, sub_category_name, sub_category_en_name FROM sub_category
         WHERE (white_label IS NULL OR white_label = ?1) AND group_uuid = ?2 ORDER BY sort_order, sub_category_id`,
        whiteLabel,
        group_uuid,
      )
      return Rows.of(found.map((row) => subCategory.parse(row)))
    },
    async selectDetail({ board_uuid }, { whiteLabel }) {
      const [found] = await rows(`${ITEM} AND i.board_uuid = ?2`, whiteLabel, board_uuid)
      const { data } = boardDetail.parse({ data: found ?? null })
      if (!data) throw new NotFoundError('There is no such entry.')
      return data
    },
    async ping() {
      await rows('SELECT 1 FROM board_item LIMIT 1')
    },
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * `search_date` as a half-open range of UTC instants: nothing, one Seoul day, or first and last day, each of which may be empty.
 * Null where it is not a date, so nothing can match.
 */
function dateRange([first = '', last = first]: SelectListBody['search_date']): [string, string] | null {
  const start = first === '' ? new Date(0) : seoulDay(first)
  const end = last === '' ? new Date(Date.UTC(9999, 0)) : seoulDay(last, 1)
  return start && end ? [start.toISOString(), end.toISOString()] : null
}

function seoulDay(text: string, daysLater = 0): Date | null {
  const date = new Date(DAY.test(text) ? `${text}T00:00:00+09:00` : text)
  if (Number.isNaN(date.getTime())) return null
  date.setUTCDate(date.getUTCDate() + daysLater)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0 ? null : date
}

/** Whatever D1 throws is an upstream that failed. */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new UpstreamFailedError('The database of the embedded upstream did not answer.', { cause })
  }
}
