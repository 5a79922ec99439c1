import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordState } from '../../../../functions/contract/possible-commands.ts'
import { inquiryFilters } from '../../../../functions/contract/inquiry-filters.ts'
import { seoulDay } from '../../../../functions/contract/seoul.ts'
import { ALL_BRANDS } from '../../../../functions/contract/scope.ts'
import {
  countUnmarked,
  dueForDestruction,
  type DueInquiry,
  nextDestruction,
  unmarkedBefore,
} from '../../../../functions/database/due-for-destruction.ts'
import { messagesElsewhere, receiptsOfSender } from '../../../../functions/database/person.ts'
import { destroyRow } from '../../../../functions/database/inquiry-state.ts'
import {
  countFound,
  earlierInquiries,
  FOUND_MAX,
  inquiriesAfter,
  inquiriesOf,
  listInquiries,
  neighboursOf,
  oldestOf,
} from '../../../../functions/database/inquiry-search.ts'
import { countArrivals, countReminders, inquiryCounts } from '../../../../functions/database/inquiry-counts.ts'
import { addInquiry, NEW_INQUIRY, WAITING } from '../../../support/inquiry-row.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

const STATES: RecordState[] = ['queued', 'undelivered', 'new', 'delivered', 'answered', 'processed', 'destroyed']
const MINUTE = 60_000
const ACCEPTED_AT = NEW_INQUIRY.acceptedAt
const receiptOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const d1 = new SqliteD1()
const statements: string[] = []
const binding = d1.binding as D1Database
const db = {
  prepare: (sql: string) => {
    statements.push(sql)
    return binding.prepare(sql)
  },
} as D1Database

const migrated = () => new SqliteD1().binding as D1Database

/** One inquiry a minute: each state in turn, the last one destroyed; every second is a partner's, every third a proposal. */
beforeAll(async () => {
  for (let n = 0; n < 42; n++) {
    const state = STATES[n % STATES.length] ?? 'new'
    const brandId = n % 2 ? 'partner-a' : 'vcp-x'
    const texts = {
      ...NEW_INQUIRY.texts,
      subject: `Subject ${n}`,
      content: `Message ${n} 안녕하세요`,
      company_name: n % 4 ? 'Gaon' : '㈜한빛정밀',
      phone_number_homepage: `+82-010-1234-${String(5600 + n)}`,
    }
    await addInquiry(
      binding,
      {
        receipt: receiptOf(n),
        brandId,
        kind: n % 3 ? 'sales' : 'partnership',
        locale: n % 4 ? 'ko' : 'en',
        spamSignals: n % 6 ? [] : ['too-fast'],
        acceptedAt: ACCEPTED_AT + n * MINUTE,
        texts,
        fileRefId: n % 5 ? null : 'reference',
        delivery: state === 'queued' || state === 'undelivered' ? WAITING : null,
      },
      {
        state: state === 'destroyed' ? 'new' : state,
        destroy_at: state === 'processed' ? new Date(ACCEPTED_AT + n * MINUTE).toISOString() : null,
      },
    )
    if (state === 'destroyed')
      await destroyRow(binding, { receipt: receiptOf(n), brandId }, { now: new Date(), shownAt: null }).run()
  }
})
afterAll(() => d1.close())

const list = async (query: Record<string, string>) =>
  (await listInquiries(db, ALL_BRANDS, inquiryFilters.parse(query))).rows.map(({ receipt }) =>
    Number(receipt.slice(-12)),
  )
const newest = (matches: (n: number, state: RecordState) => boolean) =>
  Array.from({ length: 42 }, (_, n) => 41 - n).filter((n) => matches(n, STATES[n % STATES.length] ?? 'new'))
const DELIVERED = ['new', 'delivered', 'answered', 'processed']

describe('the inquiries of a selection', () => {
  test.each<[string, Record<string, string>, (n: number, state: RecordState) => boolean]>([
    ['without a filter are all but the destroyed ones', {}, (_, state) => state !== 'destroyed'],
    ['of a state', { state: 'undelivered' }, (_, state) => state === 'undelivered'],
    ['that are destroyed', { state: 'destroyed' }, (_, state) => state === 'destroyed'],
    ['that an upstream has taken', { state: 'delivered' }, (_, state) => DELIVERED.includes(state)],
    ['of a brand', { brand: 'partner-a' }, (n, state) => n % 2 === 1 && state !== 'destroyed'],
    ['of a form', { kind: 'partnership' }, (n, state) => n % 3 === 0 && state !== 'destroyed'],
    [
      'of a brand, a form and what an upstream has taken',
      { state: 'delivered', brand: 'partner-a', kind: 'sales' },
      (n, state) => n % 2 === 1 && n % 3 !== 0 && DELIVERED.includes(state),
    ],
    [
      'that a search finds by parts of two words',
      { q: 'ject 한빛' },
      (n, state) => n % 4 === 0 && state !== 'destroyed',
    ],
    ['with the end of a word', { q: '정밀' }, (n, state) => n % 4 === 0 && state !== 'destroyed'],
    ['with the middle of a word', { q: 'AO' }, (n, state) => n % 4 !== 0 && state !== 'destroyed'],
    ['with a sign in it that nobody sees', { q: '한\u200b빛' }, (n, state) => n % 4 === 0 && state !== 'destroyed'],
    ['with letters that only two words together have', { q: '길동gao' }, () => false],
    ['with a number as it is dialled', { q: '010-1234-5617' }, (n) => n === 17],
    ['with a number without hyphens', { q: '01012345617' }, (n) => n === 17],
    ['with a number and its calling code', { q: '+82 10 1234 5617' }, (n) => n === 17],
    ['with the beginning of a word of the message', { q: '안녕하' }, (_, state) => state !== 'destroyed'],
    ['with the end of a word of the message, which is no beginning', { q: '하세요' }, () => false],
    ['in one language of the visitor', { language: 'en' }, (n, state) => n % 4 === 0 && state !== 'destroyed'],
    ['with files', { files: 'yes' }, (n, state) => n % 5 === 0 && state !== 'destroyed'],
    ['with a spam signal in a state', { spam: 'yes', state: 'new' }, (n, state) => n % 6 === 0 && state === 'new'],
    [
      'with files, a signal and a word in a language',
      { files: 'yes', spam: 'yes', q: 'subject', language: 'en' },
      (n, state) => n % 60 === 0 && state !== 'destroyed',
    ],
    ['of days before', { to: '2026-11-21' }, () => false],
    ['from a day in Seoul on', { from: '2026-11-22', to: '2026-11-22', state: 'new' }, (_, state) => state === 'new'],
    ['from the next day on', { from: '2026-11-23', q: 'subject' }, () => false],
    ['that a search finds in a state', { q: 'subj', state: 'new' }, (_, state) => state === 'new'],
    ['with a receipt', { q: receiptOf(8) }, (n) => n === 8],
    ['with the receipt of a destroyed one', { q: receiptOf(6) }, () => false],
  ])('%s, newest first', async (_, query, matches) => {
    expect(await list(query)).toEqual(newest(matches))
  })

  test('are counted up to a limit where filters are on that nothing counts beforehand', async () => {
    expect(await countFound(db, ALL_BRANDS, { spam: 'yes' })).toBe(
      newest((n, state) => n % 6 === 0 && state !== 'destroyed').length,
    )
    expect(await countFound(db, ALL_BRANDS, { q: 'gaon' })).toBe(
      newest((n, state) => n % 4 !== 0 && state !== 'destroyed').length,
    )
    const many = migrated()
    for (let n = 0; n < FOUND_MAX + 10; n++) await addInquiry(many, { receipt: receiptOf(n) })
    expect(await countFound(many, ALL_BRANDS, { language: 'ko' })).toBe(FOUND_MAX + 1)
  })

  test('come in batches, and each has its neighbours', async () => {
    const selection = { state: 'delivered' } as const
    const all = newest((_, state) => DELIVERED.includes(state)).map(receiptOf)
    const batches: string[] = []
    for (let after: string | null = null; ;) {
      const rows = await inquiriesAfter(db, ALL_BRANDS, selection, after, 5)
      batches.push(...rows.map(({ receipt }) => receipt))
      if (rows.length < 5) break
      after = rows.at(-1)?.receipt ?? null
    }
    expect(batches).toEqual(all)
    expect(await neighboursOf(db, ALL_BRANDS, selection, all[3] ?? '')).toEqual({ newer: all[2], older: all[4] })
    expect(await neighboursOf(db, ALL_BRANDS, selection, all[0] ?? '')).toEqual({ newer: null, older: all[1] })
  })

  test('that are put off do not wait, are counted apart, and wait again from their day on', async () => {
    const own = migrated()
    for (const [n, on] of [
      [1, null],
      [2, seoulDay(Date.now() + 86_400_000)],
      [3, seoulDay(Date.now())],
    ] as const)
      await addInquiry(own, { receipt: receiptOf(n) }, { remind_on: on })
    const found = async (query: Record<string, string>) =>
      (await listInquiries(own, ALL_BRANDS, inquiryFilters.parse(query))).rows.map(({ receipt }) =>
        Number(receipt.slice(-12)),
      )
    expect((await found({ state: 'new' })).toSorted()).toEqual([1, 3])
    expect(await found({ reminder: 'later' })).toEqual([2])
    expect(await found({ reminder: 'due', state: 'new' })).toEqual([3])
    expect((await found({})).toSorted()).toEqual([1, 2, 3])
    expect(await inquiryCounts(own, ALL_BRANDS)).toMatchObject([{ state: 'new', n: 3, later: 1 }])
    expect(await countReminders(own, ALL_BRANDS)).toBe(1)
    await list({ reminder: 'later' })
    await countReminders(db, ALL_BRANDS)
  })

  test('are counted by state, form and brand', async () => {
    const counts = await inquiryCounts(db, ALL_BRANDS)
    const sum = (state: RecordState) =>
      counts.filter((row) => row.state === state).reduce((total, { n }) => total + n, 0)
    expect(STATES.map(sum)).toEqual([6, 6, 6, 6, 6, 6, 6])
  })

  test('that the same sender or company has sent to the brand before are the last ten, none destroyed, each from an index', async () => {
    const own = migrated()
    const add = (n: number, mail: string, company: string, brandId = 'vcp-x', canary = false) =>
      addInquiry(own, {
        receipt: receiptOf(n),
        brandId,
        canary,
        acceptedAt: ACCEPTED_AT + n * MINUTE,
        texts: { ...NEW_INQUIRY.texts, inquiry_mail: mail, company_name: company },
      })
    const earlierOf = async (n: number) =>
      (await earlierInquiries(own, receiptOf(n))).map(({ receipt }) => Number(receipt.slice(-12)))
    await add(1, 'Kim@Gaon.example', 'Gaon')
    await add(2, 'lee@hanbit.example', 'GAON')
    await add(3, 'kim@gaon.example', 'Hanbit')
    await add(4, 'park@other.example', 'Other')
    await add(5, 'kim@gaon.example', 'Gaon', 'partner-a')
    await add(6, 'kim@gaon.example', 'Gaon', 'vcp-x', true)
    await add(7, 'kim@gaon.example', 'gaon')
    await add(8, 'kim@gaon.example', 'Gaon')
    expect(await earlierOf(7)).toEqual([3, 2, 1])
    expect(await earlierOf(8)).toEqual([7, 3, 2, 1])
    expect(await earlierOf(5)).toEqual([])
    expect(await earlierOf(1)).toEqual([])
    const at = { now: new Date(), shownAt: null }
    await destroyRow(own, { receipt: receiptOf(3), brandId: 'vcp-x' }, at).run()
    expect(await earlierOf(7)).toEqual([2, 1])
    await destroyRow(own, { receipt: receiptOf(7), brandId: 'vcp-x' }, at).run()
    expect(await earlierOf(7), 'Nobody knows any more who sent a destroyed one.').toEqual([])
    for (let n = 9; n < 21; n++) await add(n, n % 2 ? 'kim@gaon.example' : 'new@gaon.example', n % 2 ? 'Other' : 'Gaon')
    expect(await earlierOf(20)).toEqual([18, 16, 14, 12, 10, 8, 2, 1])
    expect(await earlierOf(19)).toEqual([17, 15, 13, 11, 9, 8, 4, 1])
    await add(21, 'kim@gaon.example', 'Gaon')
    expect(await earlierOf(21)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11])

    await earlierInquiries(db, receiptOf(1))
    const plan = d1.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${statements.pop()}`).map(({ detail }) => detail)
    expect(plan.join('; ')).toMatch(/inquiry_by_sender \(sender=\? AND rowid<\?\)/)
    expect(plan.join('; ')).toMatch(/inquiry_by_company \(brand_id=\? AND <expr>=\? AND rowid<\?\)/)
    expect(plan.join('; ')).not.toMatch(/SCAN (?:r|own|inquiry)\b/)
  })

  test('and the messages of one address are read from their indexes', async () => {
    const until = new Date(ACCEPTED_AT).toISOString()
    for (const [read, index] of [
      [receiptsOfSender, 'inquiry_by_sender (sender=?)'],
      [messagesElsewhere, 'message_by_address (address=?)'],
    ] as const) {
      await read(db, ALL_BRANDS, 'kim@gaon.example', until)
      const plan = d1.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${statements.pop()}`).map(({ detail }) => detail)
      expect(plan.join('; ')).toContain(index)
    }
  })

  const receiptsOf = (due: DueInquiry[]) => due.map(({ receipt }) => receipt)

  test('that are due for destruction come with the longest due first', async () => {
    const due = await dueForDestruction(db, new Date(ACCEPTED_AT + 20 * MINUTE), 10)
    expect(receiptsOf(due)).toEqual([5, 12, 19].map(receiptOf))
    const first = await dueForDestruction(db, new Date(ACCEPTED_AT + 20 * MINUTE), 1)
    expect(receiptsOf(first)).toEqual([receiptOf(5)])
    expect(await nextDestruction(db, ALL_BRANDS)).toBe(new Date(ACCEPTED_AT + 5 * MINUTE).toISOString())
  })

  test('that nobody has marked come by their acceptance: delivered, with their contents, and none that waits or failed', async () => {
    const before = new Date(ACCEPTED_AT + 13 * MINUTE)
    const unmarked = await unmarkedBefore(db, before, 10)
    expect(receiptsOf(unmarked)).toEqual([2, 3, 4, 9, 10, 11].map(receiptOf))
    expect(receiptsOf(await unmarkedBefore(db, before, 1))).toEqual([receiptOf(2)])
    expect(await countUnmarked(binding, ALL_BRANDS, before)).toEqual({
      n: 6,
      oldest: new Date(ACCEPTED_AT + 2 * MINUTE).toISOString(),
    })
    expect(await countUnmarked(binding, ALL_BRANDS, new Date(ACCEPTED_AT))).toEqual({ n: 0, oldest: null })
  })

  test('are those of the brand alone for an operator of one brand, whatever is asked for', async () => {
    const scope = { id: 'partner-a', whiteLabel: 'partner-a', without: null }
    const own = (matches: (n: number, state: RecordState) => boolean) =>
      newest((n, state) => n % 2 === 1 && matches(n, state))
    for (const [query, matches] of [
      [{}, (_, state) => state !== 'destroyed'],
      [{ brand: 'vcp-x' }, (_, state) => state !== 'destroyed'],
      [{ state: 'new' }, (_, state) => state === 'new'],
      [{ state: 'destroyed' }, (_, state) => state === 'destroyed'],
      [{ state: 'delivered' }, (_, state) => DELIVERED.includes(state)],
      [{ spam: 'yes', state: 'new' }, () => false],
      [{ q: 'gaon' }, (n, state) => n % 4 !== 0 && state !== 'destroyed'],
      [{ q: receiptOf(8) }, () => false],
      [{ q: receiptOf(9) }, (n) => n === 9],
    ] satisfies [Record<string, string>, (n: number, state: RecordState) => boolean][]) {
      const filters = inquiryFilters.parse(query)
      const expected = own(matches)
      const { rows } = await listInquiries(db, scope, filters)
      expect(
        rows.map(({ receipt }) => Number(receipt.slice(-12))),
        JSON.stringify(query),
      ).toEqual(expected)
      expect(await countFound(db, scope, filters)).toBe(expected.length)
      expect((await inquiriesAfter(db, scope, filters, null, 50)).length).toBe(expected.length)
    }
    expect(new Set((await inquiryCounts(db, scope)).map(({ brand }) => brand))).toEqual(new Set(['partner-a']))
    expect((await inquiriesOf(binding, scope, [receiptOf(8), receiptOf(9)])).length).toBe(1)
    expect(await countArrivals(db, scope, ACCEPTED_AT)).toBe(own((n, state) => n > 0 && state !== 'destroyed').length)
    expect((await oldestOf(db, scope, 'queued'))?.accepted_at).toBe(new Date(ACCEPTED_AT + 7 * MINUTE).toISOString())
    expect(await nextDestruction(db, scope)).toBe(new Date(ACCEPTED_AT + 5 * MINUTE).toISOString())
    const { n } = await countUnmarked(db, scope, new Date(ACCEPTED_AT + 13 * MINUTE))
    expect(n).toBe([3, 9, 11].length)
  })

  test('are never sorted or counted: each statement reads an index in its order, and the counts are a small table', async () => {
    await oldestOf(db, ALL_BRANDS, 'queued')
    const read = [...new Set(statements)].filter((sql) => !sql.includes('inquiry_count'))
    const plans = read.map((sql) => ({
      sql,
      plan: d1.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail),
    }))
    expect(plans.length).toBeGreaterThan(15)
    for (const { sql, plan } of plans) {
      expect(plan.join('; '), sql).not.toMatch(/TEMP B-TREE/)
      expect(plan.join('; '), sql).not.toMatch(/SCAN (?:r|inquiry)\b(?! USING (?:COVERING )?INDEX)/)
    }
  })
})
