import { beforeEach, expect, test, vi } from 'vitest'
import type { UpstreamInquiry } from '../../../../functions/contract/inquiry-body.ts'
import { RECORD_COLUMNS } from '../../../../functions/database/inquiry-record.ts'
import { UpstreamFailedError } from '../../../../functions/errors.ts'
import { embeddedInquiries } from '../../../../functions/upstream/embedded/inquiry.ts'
import { RECORD } from '../../../support/record-facts.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'
import { SALES } from '../../../support/visitor-calls.ts'

const INQUIRY = { ...SALES, title: 'title', contents: 'Files: none' } as UpstreamInquiry
let d1: SqliteD1
const send = (inquiry: Partial<UpstreamInquiry> = {}, facts: Partial<typeof RECORD> = {}) =>
  embeddedInquiries({ DB: d1.binding as D1Database }).sendInquiry({ ...INQUIRY, ...inquiry } as UpstreamInquiry, {
    requestId: 'request',
    whiteLabel: 'default',
    receipt: RECORD.receipt,
    record: { facts: () => ({ ...RECORD, ...facts }), staged: [], takeOver },
  })
const stored = () => d1.rows(`SELECT ${RECORD_COLUMNS} FROM inquiry_record`)
const takeOver = vi.fn<() => Promise<void>>()
beforeEach(() => {
  takeOver.mockReset().mockResolvedValue()
  d1 = new SqliteD1()
})

test('an inquiry that is sent again is stored once, with the files that it has got since', async () => {
  await send()
  await send()
  await send({ contents: 'Files: one', file_ref_id: 'reference' }, { version: 2 })
  expect(stored()).toMatchObject([
    { subject: SALES.subject, contents: 'Files: one', file_ref_id: 'reference', version: 2, state: 'queued' },
  ])
})

test('an inquiry that the release before this one has received is the same inquiry, once its outbox has taken the row over', async () => {
  await send()
  d1.rows('UPDATE inquiry_record SET version = 0, carried = 1')
  await expect(send()).rejects.toThrow(UpstreamFailedError)
  expect(stored()).toMatchObject([{ version: 0, carried: 1 }])
  takeOver.mockImplementation(async () => void d1.rows('UPDATE inquiry_record SET carried = 0'))
  await send()
  expect(stored()).toMatchObject([{ subject: SALES.subject, version: 1, carried: 0 }])
})

test('fails where its row is newer or not its own, so that it is not taken for delivered', async () => {
  await send()
  await expect(send({ subject: 'of another' }, { brandId: 'partner-a' })).rejects.toThrow(UpstreamFailedError)
  d1.rows("UPDATE inquiry_record SET version = 3, state = 'destroyed', subject = NULL")
  await expect(send()).rejects.toThrow(UpstreamFailedError)
  expect(stored()).toMatchObject([{ subject: null, brand_id: RECORD.brandId, state: 'destroyed' }])
})

test('stores no inquiry of the site itself', async () => {
  const call = { requestId: 'request', whiteLabel: 'default', receipt: RECORD.receipt, record: null }
  await embeddedInquiries({ DB: d1.binding as D1Database }).sendInquiry(INQUIRY, call)
  expect(stored()).toEqual([])
})
