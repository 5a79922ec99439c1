import { BOARD_GROUPS } from '../../contract/board.ts'
import { boardDetail, boardItems, subCategories } from '../../contract/upstream-answers.ts'
import { NotFoundError, UpstreamFailedError } from '../../errors.ts'
import { Breaker } from '../breaker.ts'
import type { BoardUpstream } from '../upstream.ts'
import { postJson, type Wire } from './wire.ts'

/** The boards of a remote upstream (spec 7). One breaker for each kind of call, so that a dead upstream is not asked by every visitor. */
export function remoteBoard(wire: Wire): BoardUpstream {
  const lists = new Breaker()
  const categories = new Breaker()
  const details = new Breaker()
  return {
    selectList: (body, call) => lists.run(async () => (await postJson(wire, 'board/selectList', body, boardItems, call)).data),
    selectSubCategory: (body, call) => categories.run(async () => (await postJson(wire, 'board/selectSubCategory', body, subCategories, call)).data),
    selectDetail: (body, call) =>
      details.run(async () => {
        const { data } = await postJson(wire, 'board/selectDetail', body, boardDetail, call).catch(missing)
        if (!data) throw new NotFoundError('There is no such entry.')
        return data
      }),
    async ping(call) {
      await postJson(wire, 'board/selectSubCategory', { group_uuid: BOARD_GROUPS.notice }, subCategories, call)
    },
  }
}

function missing(error: unknown): { data: null } {
  if (error instanceof UpstreamFailedError && error.upstreamStatus === 404) return { data: null }
  throw error
}
