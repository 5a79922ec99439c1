import { beforeEach, expect, test } from 'vitest'
import type { UpstreamInquiry } from '../../../../functions/contract/inquiry.ts'
import { UpstreamFailedError } from '../../../../functions/errors.ts'
import { embeddedInquiries } from '../../../../functions/upstream/embedded/inquiry.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'
import { SALES } from '../../../support/visitor-calls.ts'

const INQUIRY = { ...SALES, title: 'title', contents: 'Files: none' } as UpstreamInquiry
const CALL = {
  requestId: 'request',
  whiteLabel: 'default',
  receipt: 'receipt',
  brandId: 'vcp-x',
  acceptedAt: '2026-11-22T00:00:00.000Z',
  privacyVersion: '20250701',
  spamSignals: [],
}
let d1: SqliteD1
const send = (inquiry: Partial<UpstreamInquiry> = {}, call: Partial<typeof CALL> = {}) =>
  embeddedInquiries({ DB: d1.binding as D1Database }).sendInquiry({ ...INQUIRY, ...inquiry } as UpstreamInquiry, {
    ...CALL,
    ...call,
  })
const stored = () => d1.rows('SELECT * FROM inquiry')
beforeEach(() => {
  d1 = new SqliteD1()
})

test('an inquiry that is sent again is stored once, with the files that it has got since, and stays processed', async () => {
  await send()
  d1.rows("UPDATE inquiry SET processed_at = '2026-11-23T00:00:00.000Z', received_at = 'first'")
  await send({ contents: 'Files: one', file_ref_id: 'reference' })
  expect(stored()).toMatchObject([
    {
      subject: SALES.subject,
      contents: 'Files: one',
      file_ref_id: 'reference',
      received_at: 'first',
      processed_at: '2026-11-23T00:00:00.000Z',
    },
  ])
})

test('an inquiry that an earlier build has stored under the key of its client is the same inquiry', async () => {
  await send()
  d1.rows("UPDATE inquiry SET idempotency_key = 'key of the client', brand_id = NULL")
  await send()
  expect(stored()).toHaveLength(1)
})

test('fails where its row is not its own, so that it is not taken for delivered', async () => {
  await send()
  await expect(send({ subject: 'of another' }, { brandId: 'partner-a' })).rejects.toThrow(UpstreamFailedError)
  d1.rows("UPDATE inquiry SET idempotency_key = 'another receipt'")
  await expect(send({}, { receipt: 'another receipt' })).rejects.toThrow(UpstreamFailedError)
  expect(stored()).toMatchObject([{ subject: SALES.subject, brand_id: 'vcp-x' }])
})
