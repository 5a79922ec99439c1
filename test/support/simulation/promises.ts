import { expect } from 'vitest'
import { type InquiryRecord, RECORD_COLUMNS } from '../../../functions/database/inquiry-record.ts'
import { RESTORED_VERSIONS } from '../../../functions/outbox/copy-store.ts'
import { objects } from '../outbox-under-test.ts'
import { KEY_GRACE_MS, KEY_LIFE_MS } from '../../../functions/outbox/accepted-keys.ts'
import { type Brand, FILE_NAME } from './brand.ts'
import { readPast, type PastEntry, type StoredEntry } from './past-entry.ts'
import type { World } from './world.ts'

/** Calls of one inquiry that the upstream may have taken, and refusals of it, in one delivery period (docs/contract.md#5). */
const UNKNOWN_MAX = 6
const REFUSED_MAX = 3
const CONTENTS = [
  'title',
  'contents',
  'subject',
  'content',
  'user_name',
  'inquiry_mail',
  'file_ref_id',
  'staged',
] as const

/** At any moment: what D1 shows is what an outbox said at that version, and no outbox is behind its rows. */
export function expectRecordsToBeTrue(world: World): void {
  const rows = new Map(
    world.d1
      .rows<InquiryRecord>(`SELECT ${RECORD_COLUMNS} FROM inquiry_record`)
      .map((row) => [row.receipt, row] as const),
  )
  for (const brand of world.brands)
    for (const entry of brand.entries()) {
      const row = rows.get(entry.receipt)
      rows.delete(entry.receipt)
      if (entry.state === 'delivered') expectDelivery(world, brand, entry, row)
      // Nothing has been written yet, or the release before has the last word until it is taken over.
      if (!row || row.carried) continue
      if (row.version > entry.version) expect.fail(`${entry.subject}: the row is ahead of its outbox.`)
      // A row that a restore has left behind may be of the time between the parts of its backup.
      if (restoresOf(row) < restoresOf(entry)) continue
      const past = readPast(brand.disk, entry.receipt, row.version)
      if (past) expectRowOf(brand, entry, past, row)
      else expect.fail(`${entry.subject}: the outbox never had version ${row.version}.`)
    }
  // One that came between the two parts of a backup gets its entry within the hour.
  for (const row of rows.values()) if (row.carried) rows.delete(row.receipt)
  if (rows.size > 0) expect.fail(`Rows without an entry: ${[...rows.keys()].join(', ')}`)
}

/** What an outbox calls delivered is in the upstream, as it was typed. */
function expectDelivery(world: World, brand: Brand, { subject }: StoredEntry, row: InquiryRecord | undefined): void {
  if (world.kind === 'embedded') {
    if (row?.subject !== subject)
      expect(row?.subject, 'A delivered inquiry has its own row with its own contents.').toBe(subject)
  } else if (brand.periodsOf(subject) > 0 && !world.upstream.taken(subject))
    expect.fail(`The upstream has taken each delivered inquiry, and not ${subject}.`)
}

function expectRowOf(brand: Brand, { subject }: StoredEntry, past: PastEntry, row: InquiryRecord): void {
  const state =
    past.state === 'destroyed'
      ? 'destroyed'
      : past.processedAt !== null
        ? 'processed'
        : past.state === 'delivered' && past.receivedHere
          ? 'new'
          : past.state
  const isKept =
    past.payload !== null || past.state === 'undelivered' || (past.state === 'delivered' && past.receivedHere)
  const seen = [
    row.brand_id,
    row.state,
    row.attempts,
    row.last_failure,
    time(row.delivered_at),
    time(row.processed_at),
    time(row.destroy_at),
    time(row.destroyed_at),
    isKept ? row.subject : CONTENTS.find((name) => row[name] !== null),
  ]
  const said = [
    brand.id,
    state,
    past.attempts,
    past.lastFailure,
    past.deliveredAt,
    past.processedAt,
    past.destroyAt,
    past.destroyedAt,
    isKept ? subject : undefined,
  ]
  if (seen.some((value, index) => value !== said[index]))
    expect(seen, `${subject}: the row is as its outbox was at version ${row.version}.`).toEqual(said)
}

/** While D1 is well and nothing new comes: D1 shows what the outbox says, and nothing of what has ended. */
export function expectRecordsToAgree(world: World): void {
  const rows = new Map(
    world.d1
      .rows<InquiryRecord>(`SELECT ${RECORD_COLUMNS} FROM inquiry_record`)
      .map((row) => [row.receipt, row] as const),
  )
  const old = new Set(
    ['inquiry', 'undelivered_inquiry']
      .flatMap((table) => world.d1.rows<{ receipt: string }>(`SELECT receipt FROM ${table}`))
      .map(({ receipt }) => receipt),
  )
  for (const brand of world.brands)
    for (const { receipt, subject, version, state, payload } of brand.entries()) {
      const row = rows.get(receipt)
      expect([subject, row?.version, row?.carried], 'The row has the version of its outbox.').toEqual([
        subject,
        version,
        0,
      ])
      if (row?.subject === null)
        expect(old.has(receipt), 'The old tables have no contents that the row lacks.').toBe(false)
      if (state === 'destroyed') expect([subject, payload, row?.subject]).toEqual([subject, null, null])
      if (state === 'delivered' && payload !== null && brand.uploadOf(subject) !== undefined)
        expect(JSON.parse(row?.staged ?? '[]'), 'The row names the files that were not delivered.').toMatchObject([
          { name: FILE_NAME },
        ])
    }
  expect(world.d1.rows('SELECT receipt FROM inquiry_record WHERE carried = 1')).toEqual([])
  expectIndexesToAgree(world)
}

/** The counts and the search say what the rows say. */
function expectIndexesToAgree({ d1 }: World): void {
  const counted = `SELECT state, coalesce(kind, '') AS kind, brand_id, count(*) AS n FROM inquiry_record GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`
  expect(d1.rows('SELECT * FROM inquiry_count WHERE n <> 0 ORDER BY 1, 2, 3')).toEqual(d1.rows(counted))
  d1.rows("INSERT INTO inquiry_search (inquiry_search, rank) VALUES ('integrity-check', 1)")
}

/** When everything is well again: each inquiry is delivered or destroyed, was not called too often, and the counts add up. */
export async function expectAllToHaveEnded(world: World): Promise<void> {
  expect(world.upstream.forbidden, 'Nothing is sent after its destruction, or while the site is paused.').toEqual([])
  for (const brand of world.brands) {
    // What was destroyed while it was sent again has two entries; the new one counts.
    const own = brand
      .entries()
      .filter(({ isAdopted }) => !isAdopted)
      .toSorted((one, other) => Number(other.state === 'destroyed') - Number(one.state === 'destroyed'))
    const entries = new Map(own.map((entry) => [entry.subject, entry]))
    for (const subject of brand.sent) {
      const { state = null, receipt = '', processedAt = null } = entries.get(subject) ?? {}
      if (brand.destroyed.has(subject)) expect(state, subject).toBe('destroyed')
      else if (state !== 'delivered' && (state !== 'destroyed' || !brand.doomed.has(subject)))
        // An operator has seen to it, so that it is not sent again.
        expect([subject, state, processedAt]).toEqual([subject, 'undelivered', expect.any(Number)])
      if (state === 'destroyed')
        expect(objects.has(`certificates/${receipt}`), 'A destruction has its certificate.').toBe(true)
      if (world.kind === 'remote') expectCalls(world, brand, subject)
    }
    for (const { subject, state, destroyAt, acceptedAt, typedHash } of brand.entries()) {
      if (destroyAt !== null && destroyAt <= world.hourlyAt)
        expect(state, `${subject} is kept no longer.`).toBe('destroyed')
      if (state === 'destroyed' || acceptedAt + KEY_LIFE_MS + KEY_GRACE_MS <= world.hourlyAt)
        expect(typedHash, `Nothing is kept of what was typed in ${subject}.`).toBe(null)
    }
    expect(brand.failures).toEqual([])
    const { accepted, delivered, undelivered, destroyed } = await brand.outbox.counts()
    expect(delivered + undelivered + destroyed).toBe(accepted)
  }
}

function expectCalls({ upstream }: World, brand: Brand, subject: string): void {
  const { unknown, refused, keys } = upstream.callsOf(subject)
  expect(unknown).toBeLessThanOrEqual(UNKNOWN_MAX * brand.periodsOf(subject))
  expect(refused).toBeLessThanOrEqual(REFUSED_MAX * brand.periodsOf(subject))
  const taken = upstream.taken(subject)
  expect(keys.size, 'Each try of an inquiry has the same key.').toBeLessThanOrEqual(brand.receiptsOf(subject))
  const upload = brand.uploadOf(subject)
  if (!taken || upload === undefined || taken.file_ref_id !== null) return
  // By the id of its upload where R2 did not say its name.
  const isNamed = [FILE_NAME, upload].some((name) => taken.contents.includes(name))
  expect(isNamed, 'No file is lost.').toBe(true)
}

const restoresOf = ({ version }: { version: number }) => Math.floor(version / RESTORED_VERSIONS)
const time = (text: string | null) => (text === null ? null : Date.parse(text))
