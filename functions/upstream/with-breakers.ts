import { LRUCache } from 'lru-cache'
import { boardOfGroup } from '../contract/board.ts'
import type { SelectSubCategoryBody } from '../contract/request-bodies.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import type { Upstream } from './upstream.ts'

/** Entries that are remembered as existing ones. */
const ENTRIES_MAX = 10_000

/** Two breakers for one kind of call, so that what visitors invent opens none for what exists. */
class Breakers {
  readonly #existing = new CircuitBreaker()
  readonly #others = new CircuitBreaker()

  async run<T>(exists: boolean, call: () => Promise<T>): Promise<T> {
    if (!exists) return this.#others.run(call)
    const value = await this.#existing.run(call)
    this.#others.close()
    return value
  }
}

const isBoard = ({ group_uuid }: SelectSubCategoryBody): boolean => boardOfGroup(group_uuid) !== undefined

/**
 * Circuit breakers for each kind of call of the boards, whichever upstream they come from. Inquiries have none, because the outbox has its
 * own schedule.
 */
export function withBreakers(upstream: Upstream): Upstream {
  const lists = new Breakers()
  const categories = new Breakers()
  const details = new Breakers()
  const entries = new LRUCache<string, true>({ max: ENTRIES_MAX })
  return {
    ...upstream,
    selectList: (board, call) => lists.run(isBoard(board), () => upstream.selectList(board, call)),
    selectSubCategory: (board, call) => categories.run(isBoard(board), () => upstream.selectSubCategory(board, call)),
    async selectDetail(body, call) {
      const { board_uuid: id } = body
      const detail = await details.run(entries.has(id), () => upstream.selectDetail(body, call))
      entries.set(id, true)
      return detail
    },
    ping: (call) => categories.run(true, () => upstream.ping(call)),
  }
}
