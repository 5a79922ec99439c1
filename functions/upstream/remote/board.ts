import type { z } from 'zod'
import { BOARD_GROUPS } from '../../contract/board.ts'
import { boardDetail, boardList, subCategoryList } from '../../contract/upstream-shapes.ts'
import { NotFoundError, UpstreamFailedError } from '../../errors.ts'
import { logFailure } from '../../log.ts'
import type { BoardUpstream, UpstreamCall } from '../upstream.ts'
import type { HttpClient } from './http-client.ts'

/** Whole lists only are asked for and stored; functions/lists/filter.ts cuts out of them what a client asks for. */
const UNFILTERED = { sub_category_id: [], search_text: '', search_date: [] }

/** The boards of a remote upstream. */
export function remoteBoard(client: HttpClient): BoardUpstream {
  async function rowsOf<Row>(
    path: string,
    body: object,
    schema: z.ZodType<{ data: Row[]; leftOut: string[] }>,
    call: UpstreamCall,
  ): Promise<Row[]> {
    const { data, leftOut } = await client.postJson(path, body, schema, call)
    if (leftOut.length > 0) logLeftOut(path, leftOut, call)
    return data
  }
  return {
    selectList: (board, call) => rowsOf('board/selectList', { ...board, ...UNFILTERED }, boardList, call),
    selectSubCategory: (board, call) => rowsOf('board/selectSubCategory', board, subCategoryList, call),
    async selectDetail(body, call) {
      const { data } = await client.postJson('board/selectDetail', body, boardDetail, call).catch(nullIfNotFound)
      if (!data) throw new NotFoundError('There is no such entry.')
      return data
    },
    async ping(call) {
      const body = { group_uuid: BOARD_GROUPS.notice }
      await client.postJson('board/selectSubCategory', body, subCategoryList, call)
    },
  }
}

function nullIfNotFound(error: unknown): { data: null } {
  if (error instanceof UpstreamFailedError && error.upstreamStatus === 404) return { data: null }
  throw error
}

/** One line for all rows of an answer that cannot be shown; the rows themselves may name a person. */
function logLeftOut(path: string, leftOut: string[], { requestId }: UpstreamCall): void {
  const fields = [...new Set(leftOut)].slice(0, 5)
  const failure = { requestId, method: 'UPSTREAM', path, code: 'rows-left-out', rows: leftOut.length, fields }
  logFailure('warn', failure, new UpstreamFailedError(`${path} has rows that cannot be shown.`))
}
