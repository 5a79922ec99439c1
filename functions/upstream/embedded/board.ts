import type { SelectListBody } from '../../contract/request-bodies.ts'
import { boardDetail, boardList, subCategoryList } from '../../contract/upstream-answers.ts'
import type { Env } from '../../env.ts'
import { NotFoundError } from '../../errors.ts'
import type { BoardUpstream } from '../upstream.ts'
import { storageCall } from './storage-call.ts'

const COLUMNS =
  'i.board_uuid, i.subject, i.subject_en, i.create_date, i.update_date, i.is_priority, c.sub_category_name, c.sub_category_en_name'
/** A row without a white-label value belongs to every brand. It is public from its publication until it is withdrawn. */
const FROM = `
  FROM board_item i JOIN sub_category c USING (sub_category_id)
  WHERE (i.white_label IS NULL OR i.white_label = ?1)
    AND (i.published_at IS NULL OR i.published_at <= ?2) AND i.withdrawn_at IS NULL`

/** The boards of the embedded upstream, in D1. */
export function embeddedBoard({ DB }: Pick<Env, 'DB'>): BoardUpstream {
  const query = async (sql: string, ...values: unknown[]) => {
    const { results } = await storageCall(() =>
      DB.prepare(sql)
        .bind(...values)
        .all(),
    )
    return results
  }
  return {
    async selectList(body, { whiteLabel }) {
      const range = dateRange(body.search_date)
      if (!range) return []
      const data = await query(
        `SELECT ${COLUMNS} ${FROM} AND i.group_uuid = ?3
           AND (?4 = '[]' OR i.sub_category_id IN (SELECT value FROM json_each(?4)))
           AND (?5 = '' OR instr(lower(i.subject || char(10) || i.contents || char(10) ||
             coalesce(i.subject_en, '') || char(10) || coalesce(i.contents_en, '')), lower(?5)) > 0)
           AND i.create_date >= ?6 AND i.create_date < ?7
         ORDER BY i.sort_order, i.create_date DESC, i.board_uuid DESC`,
        whiteLabel,
        now(),
        body.group_uuid,
        JSON.stringify(body.sub_category_id),
        body.search_text,
        ...range,
      )
      return boardList.parse({ data }).data
    },
    async selectSubCategory({ group_uuid }, { whiteLabel }) {
      const data = await query(
        `SELECT sub_category_id, sub_category_name, sub_category_en_name FROM sub_category
         WHERE (white_label IS NULL OR white_label = ?1) AND group_uuid = ?2 ORDER BY sort_order, sub_category_id`,
        whiteLabel,
        group_uuid,
      )
      return subCategoryList.parse({ data }).data
    },
    async selectDetail({ board_uuid }, { whiteLabel }) {
      const [row = null] = await query(
        `SELECT ${COLUMNS}, i.contents, i.contents_en ${FROM} AND i.board_uuid = ?3`,
        whiteLabel,
        now(),
        board_uuid,
      )
      const { data } = boardDetail.parse({ data: row })
      if (!data) throw new NotFoundError('There is no such entry.')
      return data
    },
    async ping() {
      await query('SELECT 1 FROM board_item LIMIT 1')
    },
  }
}

const now = () => new Date().toISOString()

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * `search_date` as a half-open range of UTC instants: nothing, one Seoul day, or first and last day, either of which may be
 * empty. Null where it is not a date, so that nothing matches.
 */
export function dateRange([first = '', last = first]: SelectListBody['search_date']): [string, string] | null {
  const start = first === '' ? new Date(0) : seoulDay(first)
  const end = last === '' ? new Date(Date.UTC(9999, 0)) : seoulDay(last, 1)
  return start && end ? [start.toISOString(), end.toISOString()] : null
}

function seoulDay(text: string, daysLater = 0): Date | null {
  const date = new Date(DAY.test(text) ? `${text}T00:00:00+09:00` : text)
  date.setUTCDate(date.getUTCDate() + daysLater)
  const year = date.getUTCFullYear()
  return Number.isNaN(year) || year > 9999 || year < 0 ? null : date
}
