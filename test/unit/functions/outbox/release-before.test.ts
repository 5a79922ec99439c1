import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type InquiryRecord, RECORD_COLUMNS } from '../../../../functions/database/inquiry-record.ts'
import { DAY, env, MINUTE, objects, Outbox, outboxUnderTest, stage } from '../../../support/outbox-under-test.ts'
import {
  ACCEPTED_AT,
  type FormerState,
  LEFT_UPLOAD,
  PROCESSED_AT,
  releaseBefore,
} from '../../../support/release-before.ts'

const OPEN = ['queued', 'queued, not copied yet', 'undelivered', 'undelivered, processed'] as const
const BRANDS = ['vcp-x', 'partner-a']

/* This release starts on what the one before has left: nothing is lost, doubled, or kept longer. */
describe.each([
  ['remote', 'http://upstream.example', [...OPEN, 'delivered', 'delivered without a file', 'destroyed']],
  [
    'embedded',
    '',
    [
      ...OPEN,
      'delivered',
      'delivered, processed',
      'received, its answer lost',
      'received, its receipt purged',
      'destroyed',
    ],
  ],
] as [string, string, FormerState[]][])(
  'on the state of the release before, with a %s upstream',
  (kind, url, states) => {
    const it = outboxUnderTest()
    const isEmbedded = kind === 'embedded'
    let outboxes: Outbox[]
    let before: ReturnType<typeof releaseBefore>
    const idle = async () => {
      for (const disk of before.disks.values()) await disk.idle()
    }
    const hours = async (from: number, count: number) => {
      for (let hour = 0; hour < count; hour++) {
        for (const outbox of outboxes) {
          await outbox.alarm()
          await outbox.hourly(from + hour * 60 * MINUTE)
        }
        await idle()
      }
    }
    const rows = () => before.d1.rows<InquiryRecord>(`SELECT ${RECORD_COLUMNS} FROM inquiry_record`)
    const row = (state: FormerState, brand = 'vcp-x') => rows().find(({ receipt }) => receipt === `${brand} ${state}`)

    beforeEach(async () => {
      objects.clear()
      if (!isEmbedded) stage(LEFT_UPLOAD, 'plan.pdf')
      it.answer(200)
      vi.setSystemTime(ACCEPTED_AT + 2 * DAY)
      before = releaseBefore(states, BRANDS, isEmbedded)
      before.d1.migrate()
      outboxes = [...before.disks.values()].map(
        (disk) => new Outbox(disk.boot() as never, { ...env(before.d1), UPSTREAM_URL: url }),
      )
      await hours(Date.now(), 3)
    })

    test('each inquiry has one row, as its outbox says, and its mark', async () => {
      expect(rows()).toHaveLength(states.length * BRANDS.length)
      expect(rows().filter(({ carried }) => carried)).toEqual([])
      for (const brand of BRANDS) {
        const received = isEmbedded ? 'new' : 'delivered'
        for (const state of ['queued', 'queued, not copied yet', 'delivered'] as const)
          expect(row(state, brand)).toMatchObject({ state: received, subject: isEmbedded ? `${brand} ${state}` : null })
        expect(row('undelivered', brand)).toMatchObject({
          state: 'undelivered',
          subject: `${brand} undelivered`,
          attempts: 2,
        })
        for (const state of states.filter((one) => one.endsWith('processed')))
          expect(row(state, brand)).toMatchObject({
            state: 'processed',
            processed_at: PROCESSED_AT,
            destroy_at: '2026-11-30T09:00:00.000Z',
            subject: `${brand} ${state}`,
          })
        expect(row('destroyed', brand)).toMatchObject({ state: 'destroyed', subject: null })
      }
      if (isEmbedded)
        for (const state of ['received, its answer lost', 'received, its receipt purged'] as const)
          expect(row(state)).toMatchObject({ state: 'new', subject: `vcp-x ${state}` })
      else
        expect(row('delivered without a file')).toMatchObject({
          state: 'delivered',
          staged: expect.stringContaining('plan.pdf'),
        })
      for (const outbox of outboxes) {
        const { accepted, queued, delivered, undelivered, destroyed } = await outbox.counts()
        expect([queued, undelivered, accepted]).toEqual([0, 2, delivered + undelivered + destroyed])
      }
      // They waited for two days.
      expect(it.logged().filter(({ code }) => code !== 'delayed')).toEqual([])
    })

    test('nothing is sent that was sent, and what waited is sent once', () => {
      const sent = it.upstream.mock.calls
        .filter(([address]) => address.endsWith('/inquiry'))
        .map(([, init]) => String(init.body))
      const waited = BRANDS.flatMap((brand) => ['queued', 'queued, not copied yet'].map((state) => `${brand} ${state}`))
      expect(sent.map((body) => (JSON.parse(body) as { subject: string }).subject).toSorted()).toEqual(
        isEmbedded ? [] : waited.toSorted(),
      )
    })

    test('what is processed can be destroyed, and is nowhere then, the tables of the release before included', async () => {
      for (const [index, brand] of BRANDS.entries())
        for (const state of states.filter((one) => one !== 'destroyed'))
          expect(await outboxes[index]?.destroy(`${brand} ${state}`)).toBe('done')
      await idle()
      expect(rows().every(({ state, subject }) => state === 'destroyed' && subject === null)).toBe(true)
      for (const table of ['inquiry', 'undelivered_inquiry', 'inbox'])
        expect(before.d1.rows(`SELECT receipt FROM ${table}`)).toEqual([])
      expect(before.d1.rows('SELECT receipt FROM inquiry_record WHERE search_grams IS NOT NULL')).toEqual([])
      before.d1.rows("INSERT INTO inquiry_search (inquiry_search, rank) VALUES ('integrity-check', 1)")
      for (const disk of before.disks.values())
        expect(disk.rows('SELECT receipt FROM inquiry WHERE payload IS NOT NULL')).toEqual([])
      expect([...objects.keys()].filter((key) => key.startsWith('held/'))).toEqual([])
    })
  },
)
