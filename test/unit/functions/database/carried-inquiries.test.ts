import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { monthsAfter, PROCESSED_MONTHS } from '../../../../functions/contract/retention.ts'
import { keepDestroyedRecords } from '../../../../functions/database/inquiry-record.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

/* Migration 0016 and its triggers: what the release before has stored, and what it still stores, is in the record. */

const MIGRATIONS = new URL('../../../../functions/database/migrations/', import.meta.url)
const RECORD = '0016_inquiry_record.sql'
const files = readdirSync(MIGRATIONS).toSorted()
const run = (db: DatabaseSync, names: string[]) => {
  for (const name of names) db.exec(readFileSync(new URL(name, MIGRATIONS), 'utf8'))
}

let db: DatabaseSync
beforeEach(() => {
  db = new DatabaseSync(':memory:')
  run(
    db,
    files.filter((name) => name < RECORD),
  )
})
const migrate = () =>
  run(
    db,
    files.filter((name) => name >= RECORD),
  )
const row = (receipt: string) =>
  db
    .prepare(
      `SELECT version, carried, brand_id, kind, state, accepted_at, delivered_at, processed_at, destroy_at, attempts, last_failure, subject,
         company_name, privacy_version, spam_signals, staged FROM inquiry_record WHERE receipt = ?`,
    )
    .get(receipt)
const at = '2026-11-01T00:00:00.000Z'

const receive = (receipt: string, change: Record<string, string | number | null> = {}) => {
  const columns = {
    idempotency_key: receipt,
    receipt,
    received_at: '2026-11-01T00:00:05.000Z',
    accepted_at: at,
    white_label: 'default',
    brand_id: 'vcp-x',
    title: 'title',
    contents: '<table></table>',
    inquiry_mail: 'kim@gaon.example',
    recipient_type: 'vcp-x',
    inquiry_type: 'quote',
    subject: `Subject ${receipt}`,
    content: 'content',
    phone_number_homepage: '+82-010-1234-5678',
    company_name: 'Gaon',
    user_name: 'Kim',
    is_home_unite: 0,
    is_home_inquiry: 1,
    ...change,
  }
  db.prepare(
    `INSERT INTO inquiry (${Object.keys(columns).join()}) VALUES (${Object.keys(columns)
      .map(() => '?')
      .join()})`,
  ).run(...Object.values(columns))
}
const copy = (receipt: string, state = 'queued', brand: string | null = 'vcp-x') =>
  db
    .prepare(
      `INSERT INTO undelivered_inquiry (receipt, accepted_at, white_label, payload, brand_id, state, attempts, last_failure)
         VALUES (?, ?, 'default', ?, ?, ?, 2, 'down')`,
    )
    .run(
      receipt,
      at,
      JSON.stringify({
        inquiry: {
          is_home_unite: true,
          subject: `Copy ${receipt}`,
          company_name: 'Gaon',
          user_name: 'Kim',
          inquiry_mail: 'kim@gaon.example',
          privacy_version: '20250701',
        },
        remarks: ['hasty'],
        staged: [{ key: 'held/upload/000', name: 'plan.pdf' }],
      }),
      brand,
      state,
    )
const mark = (table: string, receipt: string, processedAt: string | null) =>
  db.prepare(`UPDATE ${table} SET processed_at = ? WHERE receipt = ?`).run(processedAt, receipt)
/** As the outbox takes a row over. */
const own = (receipt: string, version: number) =>
  db.prepare('UPDATE inquiry_record SET version = ?, carried = 0 WHERE receipt = ?').run(version, receipt)

const COPIED = {
  version: 0,
  carried: 1,
  brand_id: 'vcp-x',
  kind: 'partnership',
  state: 'queued',
  attempts: 2,
  last_failure: 'down',
  privacy_version: '20250701',
  spam_signals: '["hasty"]',
  staged: '[{"key":"held/upload/000","name":"plan.pdf"}]',
}

describe('the migration', () => {
  test('takes every inquiry over once, the received one before its copy', () => {
    receive('new')
    receive('both', { is_home_unite: 1, is_home_inquiry: 0 })
    copy('both', 'delivered')
    copy('queued')
    copy('first build', 'undelivered', null)
    receive('canary', { brand_id: 'canary' })
    migrate()
    expect(row('new')).toMatchObject({
      state: 'new',
      kind: 'sales',
      accepted_at: at,
      subject: 'Subject new',
      staged: null,
    })
    expect(row('both')).toMatchObject({ state: 'new', subject: 'Subject both', staged: COPIED.staged })
    expect(row('queued')).toMatchObject({ ...COPIED, subject: 'Copy queued' })
    expect(row('first build')).toMatchObject({ state: 'undelivered', brand_id: 'default' })
    expect(row('canary')).toBeUndefined()
    expect(db.prepare('SELECT sum(n) AS n FROM inquiry_count').get()).toEqual({ n: 4 })
    const unfilled = 'SELECT count(*) AS n FROM inquiry_record WHERE search_grams IS NULL AND subject IS NOT NULL'
    expect(db.prepare(unfilled).get()).toEqual({ n: 4 })
    db.exec("INSERT INTO inquiry_search (inquiry_search, rank) VALUES ('integrity-check', 1)")
  })

  test('computes when a processed inquiry is destroyed as the code does, at the ends of months too', () => {
    const times = [
      '2024-01-31',
      '2025-01-29',
      '2026-01-30',
      '2026-02-28',
      '2026-03-31',
      '2026-05-31',
      '2026-12-31',
      '2026-11-15',
    ]
    for (const day of times) receive(day, { processed_at: `${day}T23:59:59.999Z` })
    migrate()
    for (const day of times)
      expect(row(day)).toMatchObject({
        state: 'processed',
        destroy_at: monthsAfter(new Date(`${day}T23:59:59.999Z`), PROCESSED_MONTHS).toISOString(),
      })
  })
})

describe('what the release before stores beside this one', () => {
  beforeEach(migrate)

  test('is in the record: a copy, its delivery, its mark, and what is taken back', () => {
    copy('a')
    expect(row('a')).toMatchObject(COPIED)
    receive('a')
    db.exec("DELETE FROM undelivered_inquiry WHERE receipt = 'a'")
    expect(row('a')).toMatchObject({ state: 'new', carried: 1, subject: 'Copy a', staged: null, last_failure: null })
    mark('inquiry', 'a', '2026-11-02T00:00:00.000Z')
    expect(row('a')).toMatchObject({ state: 'processed', destroy_at: '2026-12-02T00:00:00.000Z' })
    mark('inquiry', 'a', null)
    expect(row('a')).toMatchObject({ state: 'new', processed_at: null, destroy_at: null })
    db.exec("DELETE FROM inquiry WHERE receipt = 'a'")
    expect(row('a')).toBeUndefined()
  })

  test('marks a row of this release as changed, and leaves its version', () => {
    copy('a', 'undelivered')
    own('a', 5)
    mark('undelivered_inquiry', 'a', '2026-11-02T00:00:00.000Z')
    expect(row('a')).toMatchObject({
      version: 5,
      carried: 1,
      state: 'processed',
      destroy_at: '2026-12-02T00:00:00.000Z',
    })
    own('a', 6)
    db.exec("DELETE FROM undelivered_inquiry WHERE receipt = 'a'")
    expect(row('a')).toMatchObject({ version: 6, carried: 0 })
  })

  test('takes no mark of this release back that it does not know', () => {
    copy('a', 'undelivered')
    own('a', 5)
    db.exec("UPDATE inquiry_record SET state = 'processed', processed_at = 'then' WHERE receipt = 'a'")
    db.exec("UPDATE undelivered_inquiry SET attempts = 3 WHERE receipt = 'a'")
    expect(row('a')).toMatchObject({ carried: 1, processed_at: 'then' })
  })

  test('is destroyed by a restore with its certificate, and counted once', async () => {
    receive('a')
    copy('a', 'delivered')
    const d1 = new SqliteD1()
    d1.restore(db.serialize())
    await keepDestroyedRecords(d1.binding as D1Database, new Map([['a', 0]]))
    expect(d1.rows('SELECT receipt, state, subject FROM inquiry_record')).toEqual([
      { receipt: 'a', state: 'destroyed', subject: null },
    ])
    expect(d1.rows('SELECT state, n FROM inquiry_count WHERE n <> 0')).toEqual([{ state: 'destroyed', n: 1 }])
    for (const table of ['inquiry', 'undelivered_inquiry', 'inbox'])
      expect(d1.rows(`SELECT receipt FROM ${table}`)).toEqual([])
  })

  test('never brings back what is destroyed', () => {
    copy('a')
    own('a', 5)
    db.exec("UPDATE inquiry_record SET state = 'destroyed', subject = NULL, company_name = NULL WHERE receipt = 'a'")
    receive('a')
    expect(row('a')).toMatchObject({ state: 'destroyed', carried: 0, subject: null })
    for (const table of ['inquiry', 'undelivered_inquiry', 'inbox'])
      expect(db.prepare(`SELECT receipt FROM ${table}`).all()).toEqual([])
  })
})
