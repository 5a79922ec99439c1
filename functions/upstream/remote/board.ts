import { BOARD_GROUPS } from '../../contract/board.ts'
import { boardDetail, boardItem, subCategory } from '../../contract/upstream-answers.ts'
import { NotFoundError, UpstreamFailedError } from '../../errors.ts'
import { Breaker } from '../circuit-breaker.ts'
import type { BoardUpstream } from '../upstream.ts'
import { postForRows, postJson, type Wire } from './http-client.ts'

/** The boards of a remote upstream (spec 7). One breaker for each kind of call, so that a dead upstream is not asked by every visitor. */
export function remoteBoard(wire: Wire): BoardUpstream {
  const lists = new Breaker()
  const categories = new Breaker()
  const details = new Breaker()
  return {
    selectList: (body, call) => lists.run(() => postForRows(wire, 'board/selectList', body, boardItem, call)),
    selectSubCategory: (body, call) =>
      categories.run(() => postForRows(wire, 'board/selectSubCategory', body, subCategory, call)),
    selectDetail: (body, call) =>
      details.run(async () => {
        const { data } = await postJson(wire, 'board/selectDetail', body, boardDetail, call).catch(missing)
        if (!data) throw new NotFoundError('There is no such entry.')
        return data
      }),
    async ping(call) {
      await postForRows(wire, 'board/selectSubCategory', { group_uuid: BOARD_GROUPS.notice }, subCategory, call)
    },
  }
}

function missing(error: unknown): { data: null } {
  if (error instanceof UpstreamFailedError && error.upstreamStatus === 404) return { data: null }
  throw error
}
