import { expect, test, vi } from 'vitest'
import { BOARD_GROUPS } from '../../../../functions/contract/board.ts'
import { UpstreamFailedError } from '../../../../functions/errors.ts'
import type { Upstream } from '../../../../functions/upstream/upstream.ts'
import { withBreakers } from '../../../../functions/upstream/with-breakers.ts'

/* An upstream that answers 500 to ids that are none of its own. */

const CALL = { requestId: 'r', whiteLabel: 'default' }
const DETAIL = { subject: 'a', contents: 'b', category: { ko: '', en: '' }, create_date: '', update_date: null }
const isOwn = (id: string) => id === 'own' || Object.values<string>(BOARD_GROUPS).includes(id)

function upstreamWithBreakers() {
  const answer =
    <T>(value: T) =>
    async (body: { group_uuid?: string; board_uuid?: string }) => {
      if (isOwn(body.group_uuid ?? body.board_uuid ?? '')) return value
      throw Object.assign(new UpstreamFailedError('It was answered 500.'), { upstreamStatus: 500 })
    }
  const calls = {
    selectList: vi.fn(answer([])),
    selectSubCategory: vi.fn(answer([])),
    selectDetail: vi.fn(answer(DETAIL)),
    ping: vi.fn(async () => undefined),
  }
  return { upstream: withBreakers(calls as unknown as Upstream), calls }
}

const NAMES = ['selectList', 'selectSubCategory', 'selectDetail'] as const
const bodyOf = (id: string) => ({ group_uuid: id, board_uuid: id })

test.each(NAMES)('%s of what exists goes on while visitors ask for what does not', async (name) => {
  const { upstream, calls } = upstreamWithBreakers()
  const ask = (id: string) => upstream[name](bodyOf(id), CALL)
  const own = name === 'selectDetail' ? 'own' : BOARD_GROUPS.notice
  await ask(own)
  for (let at = 0; at < 20; at++) await ask(`invented-${at}`).catch(() => undefined)
  // The upstream is spared all the same.
  expect(calls[name].mock.calls.length).toBeLessThan(10)
  await ask(own)
  await upstream.ping(CALL)
})

test('an entry that a list has is read while visitors ask for what does not exist, before anybody has read it', async () => {
  const { upstream, calls } = upstreamWithBreakers()
  const isListed = vi.fn(async () => true)
  const ask = (id: string, ...listed: [typeof isListed?]) => upstream.selectDetail({ board_uuid: id }, CALL, ...listed)
  for (let at = 0; at < 20; at++) await ask(`invented-${at}`).catch(() => undefined)
  expect(calls.selectDetail).toHaveBeenCalledTimes(5)
  await ask('own', isListed)
  await ask('own', isListed)
  expect(isListed).toHaveBeenCalledTimes(1)
})

test.each(['has been read under another brand', 'was withdrawn after it was read'])(
  'entries go on while visitors ask for one that %s',
  async (what) => {
    const { upstream, calls } = upstreamWithBreakers()
    const gone = new Set<string>()
    calls.selectDetail.mockImplementation((async (body: { board_uuid: string }, call: typeof CALL) => {
      if (gone.has(`${call.whiteLabel} ${body.board_uuid}`))
        throw Object.assign(new UpstreamFailedError('It was answered 500.'), { upstreamStatus: 500 })
      return DETAIL
    }) as never)
    const ask = (id: string, whiteLabel = 'default') =>
      upstream.selectDetail({ board_uuid: id }, { ...CALL, whiteLabel }, async () => true)
    await ask('one')
    await ask('other')
    const elsewhere = what.includes('another brand') ? 'partner-a' : 'default'
    gone.add(`${elsewhere} one`)
    for (let at = 0; at < 20; at++) await ask('one', elsewhere).catch(() => undefined)
    // The upstream is spared all the same.
    expect(calls.selectDetail.mock.calls.length).toBeLessThan(10)
    await ask('other')
  },
)

test.each(['selectList', 'selectSubCategory'] as const)(
  '%s of a board goes on while another board, or the same one of another brand, fails',
  async (name) => {
    const { upstream, calls } = upstreamWithBreakers()
    const { faq, notice } = BOARD_GROUPS
    calls[name].mockImplementation((async (body: { group_uuid: string }, call: typeof CALL) => {
      if (body.group_uuid === faq || call.whiteLabel !== 'default') throw new UpstreamFailedError('down')
      return []
    }) as never)
    const ask = (id: string, whiteLabel: string) => upstream[name](bodyOf(id), { ...CALL, whiteLabel })
    for (let at = 0; at < 10; at++) {
      await ask(faq, 'default').catch(() => undefined)
      await ask(notice, 'partner-a').catch(() => undefined)
    }
    await ask(notice, 'default')
    await upstream.ping(CALL)
  },
)

test('an upstream that fails on everything is called less', async () => {
  const { upstream, calls } = upstreamWithBreakers()
  const ask = () => upstream.selectList(bodyOf(BOARD_GROUPS.faq), CALL)
  calls.selectList.mockRejectedValue(new UpstreamFailedError('down'))
  for (let at = 0; at < 20; at++) await ask().catch(() => undefined)
  expect(calls.selectList).toHaveBeenCalledTimes(5)
})
