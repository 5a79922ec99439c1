import { beforeEach, expect, test } from 'vitest'
import { eachField } from '../../../../functions/contract/inquiry-fields.ts'
import {
  carryRecordsSince,
  type InquiryContents,
  keepDestroyedRecords,
  type RecordContents,
  type RecordFacts,
  readRecord,
  writeRecord,
} from '../../../../functions/database/inquiry-record.ts'
import { searchExpression } from '../../../../functions/database/search-words.ts'
import { RECORD } from '../../../support/record-facts.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

const CONTENTS: InquiryContents = {
  ...eachField(() => ''),
  title: null,
  contents: null,
  recipient_type: 'vcp-x',
  inquiry_type: 'quote',
  subject: 'Subject',
  content: 'Content',
  company_name: 'Gaon',
  user_name: 'Kim',
  inquiry_mail: 'kim@gaon.example',
  phone_number_homepage: '+82-010-1234-5678',
  file_ref_id: null,
  file_ref_id_homepage: null,
  staged: [{ key: 'held/upload/000', name: 'plan.pdf' }],
}
let d1: SqliteD1
const db = () => d1.binding as D1Database
/** Gives the version that was written, null where the write was ignored. */
const write = async (
  facts: Partial<RecordFacts>,
  contents: RecordContents,
  carried?: Parameters<typeof writeRecord>[3],
) => writeRecord(db(), { ...RECORD, ...facts }, contents, carried).first<number>('version')
const row = () => readRecord(db(), RECORD.receipt)
const found = (word: string) =>
  d1.rows('SELECT 1 FROM inquiry_search WHERE inquiry_search MATCH ?', searchExpression(word)).length
const counts = () => d1.rows('SELECT state, kind, brand_id, n FROM inquiry_count WHERE n <> 0')
const addOldCopy = () =>
  d1.rows(
    "INSERT INTO undelivered_inquiry (receipt, accepted_at, white_label, payload) VALUES (?, '2026-11-22T00:00:00.000Z', 'default', ?)",
    RECORD.receipt,
    JSON.stringify({ inquiry: CONTENTS }),
  )
beforeEach(() => {
  d1 = new SqliteD1()
})

test('a row is written forwards only, and the same version again says the same', async () => {
  expect(await write({ version: 2 }, CONTENTS)).toBe(2)
  expect(await write({ version: 1, attempts: 7 }, CONTENTS)).toBeNull()
  expect(await write({ version: 2 }, { ...CONTENTS, title: 'Title', contents: 'Notification' })).toBe(2)
  expect(await write({ version: 3, state: 'undelivered', attempts: 3, lastFailure: 'refused' }, CONTENTS)).toBe(3)
  expect(await row()).toMatchObject({
    version: 3,
    state: 'undelivered',
    attempts: 3,
    last_failure: 'refused',
    title: 'Title',
    contents: 'Notification',
    subject: 'Subject',
    accepted_at: '2026-11-22T00:00:00.000Z',
    locale: 'ko',
    staged: JSON.stringify(CONTENTS.staged),
  })
})

test('a row keeps its contents while its outbox has dropped its own, and loses them for good', async () => {
  await write({}, CONTENTS)
  await write({ version: 2, state: 'new', deliveredAt: RECORD.acceptedAt }, 'unchanged')
  expect(await row()).toMatchObject({ state: 'new', subject: 'Subject', staged: expect.any(String) })
  expect([found('gaon'), found('kim')]).toEqual([1, 1])
  await write({ version: 3, state: 'destroyed', destroyedAt: RECORD.acceptedAt }, 'removed')
  expect(await write({ version: 2 }, CONTENTS)).toBeNull()
  expect(d1.rows('SELECT search_grams FROM inquiry_record')).toEqual([{ search_grams: null }])
  const values = Object.values((await row()) ?? {}).join(' ')
  for (const text of ['Gaon', 'Kim', 'kim@', 'Subject', 'Content', '+82', 'plan.pdf'])
    expect(values).not.toContain(text)
  expect([found('gaon'), found('kim')]).toEqual([0, 0])
})

test('the counts follow each change of the state', async () => {
  await write({}, CONTENTS)
  await write({ receipt: 'unknown kind', kind: null, state: 'delivered' }, 'removed')
  await write({ version: 2, state: 'new' }, 'unchanged')
  expect(counts()).toEqual([
    { state: 'delivered', kind: '', brand_id: 'vcp-x', n: 1 },
    { state: 'new', kind: 'sales', brand_id: 'vcp-x', n: 1 },
  ])
})

test('a row of another brand is never touched, and one that an older release has changed only by who has read it', async () => {
  await write({}, CONTENTS)
  expect(await write({ version: 9, brandId: 'partner-a' }, 'removed')).toBeNull()
  d1.rows("UPDATE inquiry_record SET carried = 1, processed_at = 'then', state = 'processed'")
  expect(await write({ version: 9 }, 'unchanged')).toBeNull()
  expect(await write({ version: 9 }, 'unchanged', { state: 'processed', processed_at: null })).toBeNull()
  expect(await write({ version: 9 }, 'unchanged', { state: 'processed', processed_at: 'then' })).toBe(9)
  expect(await row()).toMatchObject({ carried: 0, state: 'queued', processed_at: null, subject: 'Subject' })
})

test('a removal takes the contents from the tables of the release before too, and keeps them out', async () => {
  await write({}, CONTENTS)
  addOldCopy()
  const carried = await row()
  expect(carried?.carried).toBe(1)
  await write({ version: 2, state: 'destroyed' }, 'removed', carried ?? undefined)
  expect(d1.rows('SELECT receipt FROM undelivered_inquiry')).toEqual([])
  addOldCopy()
  expect(d1.rows('SELECT receipt FROM undelivered_inquiry')).toEqual([])
  expect(await row()).toMatchObject({ state: 'destroyed', carried: 0 })
})

test('after a restore what has a certificate is destroyed, and what came while the backup was read is carried', async () => {
  await write({}, CONTENTS)
  await write({ receipt: 'later', acceptedAt: RECORD.acceptedAt + 1 }, CONTENTS)
  const destroyed = await keepDestroyedRecords(db(), new Map([[RECORD.receipt, 5]]))
  expect([...destroyed]).toEqual([[RECORD.receipt, 5]])
  expect(await row()).toMatchObject({ state: 'destroyed', subject: null, destroyed_at: '1970-01-01T00:00:00.005Z' })
  await carryRecordsSince(db(), new Date(RECORD.acceptedAt + 1).toISOString())
  expect(await row()).toMatchObject({ carried: 0 })
  expect(await readRecord(db(), 'later')).toMatchObject({ carried: 1, subject: 'Subject' })
})
