import { LRUCache } from 'lru-cache'
import { boardOfGroup } from '../contract/board.ts'
import type { SelectSubCategoryBody } from '../contract/request-bodies.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import type { Upstream, UpstreamCall } from './upstream.ts'

/** Entries of which it is remembered how they were answered. */
const ENTRIES_MAX = 10_000
/** How long an entry that has failed counts with those that may not exist. */
const DOUBTFUL_MS = 10_000

const ENTRIES = 'entries'
/** All that visitors may have invented. */
const OTHERS = 'others'

const boardOf = ({ group_uuid }: SelectSubCategoryBody): string => boardOfGroup(group_uuid) ?? OTHERS

/**
 * Circuit breakers for each kind of call of the boards, whichever upstream they come from. Each brand has its own: one for what it has (of
 * lists and categories, for each board) and one for what visitors invent, so that what fails opens none for what does not. Inquiries have
 * none, because the outbox has its own schedule.
 */
export function withBreakers(upstream: Upstream): Upstream {
  const breakers = new Map<string, CircuitBreaker>()
  function breakerOf(kind: keyof Upstream, { whiteLabel }: UpstreamCall, what: string): CircuitBreaker {
    const name = [kind, whiteLabel, what].join(' ')
    const breaker = breakers.get(name) ?? new CircuitBreaker()
    breakers.set(name, breaker)
    return breaker
  }
  async function run<T>(kind: keyof Upstream, call: UpstreamCall, what: string, ask: () => Promise<T>): Promise<T> {
    const value = await breakerOf(kind, call, what).run(ask)
    breakerOf(kind, call, OTHERS).close()
    return value
  }
  /** Whether an entry has been read, or has failed since. */
  const entries = new LRUCache<string, boolean>({ max: ENTRIES_MAX })
  return {
    ...upstream,
    selectList: (board, call) => run('selectList', call, boardOf(board), () => upstream.selectList(board, call)),
    selectSubCategory: (board, call) =>
      run('selectSubCategory', call, boardOf(board), () => upstream.selectSubCategory(board, call)),
    async selectDetail(body, call, isListed = async () => false) {
      const entry = `${call.whiteLabel} ${body.board_uuid}`
      const others = breakerOf('selectDetail', call, OTHERS)
      const exists = entries.get(entry) ?? (others.isRejecting && (await isListed()))
      return run('selectDetail', call, exists ? ENTRIES : OTHERS, async () => {
        try {
          const detail = await upstream.selectDetail(body, call)
          entries.set(entry, true)
          return detail
        } catch (error) {
          // It may have been withdrawn: one entry alone opens no breaker for those that exist.
          if (exists) entries.set(entry, false, { ttl: DOUBTFUL_MS })
          throw error
        }
      })
    },
    ping: (call) => run('selectSubCategory', call, 'notice', () => upstream.ping(call)),
  }
}
