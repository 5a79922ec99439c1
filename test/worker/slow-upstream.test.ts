import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import type { Receipt, ReceiptState } from '../../functions/contract/inquiry-body.ts'
import { siteWithUpstream } from '../support/site-with-upstream.ts'
import { SALES, sendInquiry } from '../support/visitor-calls.ts'

describe('an inquiry to an upstream that answers late', () => {
  const both = siteWithUpstream({ UPSTREAM_TIMEOUT_MS: '500' })
  const stateOf = async (receipt: string) =>
    ((await (await both.site.fetch(`/api/board/inquiry/${receipt}`)).json()) as { data: ReceiptState }).data.state

  test.each([1200, 7000])('after %i ms is accepted before, delivered then, and sent once', async (ms) => {
    both.upstream.faults.set('board/inquiry', { kind: 'slow', ms })
    const answer = await sendInquiry(both.site, SALES)
    expect(answer.status).toBe(202)
    const { receipt } = ((await answer.json()) as { data: Receipt }).data
    await vi.waitFor(async () => expect(await stateOf(receipt)).toBe('delivered'), { timeout: 60_000, interval: 250 })
    // The alarm that would take over from a dead process is due five seconds after the acceptance.
    await sleep(6000)
    expect(both.upstream.callsOf('board/inquiry')).toHaveLength(1)
  })
})
