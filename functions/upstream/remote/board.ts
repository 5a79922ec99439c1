import { BOARD_GROUPS } from '../../contract/board.ts'
import { boardDetail, boardList, subCategoryList } from '../../contract/upstream-answers.ts'
import { NotFoundError, UpstreamFailedError } from '../../errors.ts'
import { CircuitBreaker } from '../circuit-breaker.ts'
import type { BoardUpstream } from '../upstream.ts'
import type { HttpClient } from './http-client.ts'

/** The boards of a remote upstream, with one circuit breaker per kind of call. */
export function remoteBoard(client: HttpClient): BoardUpstream {
  const lists = new CircuitBreaker()
  const categories = new CircuitBreaker()
  const details = new CircuitBreaker()
  return {
    selectList: (body, call) =>
      lists.run(async () => (await client.postJson('board/selectList', body, boardList, call)).data),
    selectSubCategory: (body, call) =>
      categories.run(async () => (await client.postJson('board/selectSubCategory', body, subCategoryList, call)).data),
    selectDetail: (body, call) =>
      details.run(async () => {
        const { data } = await client.postJson('board/selectDetail', body, boardDetail, call).catch(nullIfNotFound)
        if (!data) throw new NotFoundError('There is no such entry.')
        return data
      }),
    async ping(call) {
      await client.postJson('board/selectSubCategory', { group_uuid: BOARD_GROUPS.notice }, subCategoryList, call)
    },
  }
}

function nullIfNotFound(error: unknown): { data: null } {
  if (error instanceof UpstreamFailedError && error.upstreamStatus === 404) return { data: null }
  throw error
}
