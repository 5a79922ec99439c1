import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inquiryPage } from '../../../../functions/contract/admin-origins.ts'
import { inquiryBody } from '../../../../functions/contract/inquiry-body.ts'
import {
  NOTIFICATION_TITLES,
  writeNotification,
  type NotifiedFiles,
  type NotifiedInquiry,
} from '../../../../functions/inquiries/upstream-notification.ts'
import { SALES } from '../../../support/visitor-calls.ts'

const inquiry = inquiryBody.parse({ ...SALES, privacy_version: '20250701' })
const RECEIPT = '0f0e0d0c-1111-4222-8333-444455556666'
/** @param all origin of the admin; null: the brand's own */
const pageOf = (all: string | null) => inquiryPage(all ?? 'https://www.vcp-x.example', RECEIPT)
const write = (change: Partial<NotifiedInquiry> = {}, files: Partial<NotifiedFiles> = {}) =>
  writeNotification(
    {
      texts: inquiry,
      kind: 'sales',
      canary: false,
      spamSignals: [],
      privacyVersion: '20250701',
      telephone: null,
      ...change,
    },
    {
      origin: 'https://www.vcp-x.example',
      attachments: [],
      unnamed: [],
      missing: [],
      keptAt: null,
      ...files,
    },
  )

describe('the notification', () => {
  test('has a fixed subject for each form', () => {
    expect(write().title).toBe(NOTIFICATION_TITLES.sales)
    expect(write({ kind: 'partnership' }).title).toBe(NOTIFICATION_TITLES.partnership)
    expect(NOTIFICATION_TITLES.sales).not.toBe(NOTIFICATION_TITLES.partnership)
  })

  test('says of an inquiry by telephone when and how the caller agreed, and of no other', () => {
    const { contents } = write({ telephone: { day: '2026-11-20', way: 'spoken' } })
    expect(contents).toContain('전화로 접수 / Taken by telephone')
    expect(contents).toContain('2026-11-20, 통화 중 구두 동의')
    expect(write().contents).not.toContain('Taken by telephone')
  })

  test('contains title, content, company, contact, e-mail, phone and the version of the privacy policy', () => {
    const { contents } = write()
    for (const text of [
      '견적 문의',
      '첫 줄<br>둘째 줄',
      '예시 주식회사',
      '홍길동',
      'visitor@company.example',
      '+82-010-1234-5678',
      '20250701',
    ])
      expect(contents).toContain(text)
  })

  test('links each attachment on the origin of the brand, its name escaped', () => {
    const { contents } = write({}, { attachments: [{ file_key: 'a/b', file_name: '제안서 <1>.pdf' }] })
    expect(contents).toContain(
      '<a href="https://www.vcp-x.example/api/file/read/a%2Fb/download">제안서 &lt;1&gt;.pdf</a>',
    )
  })

  test('names the files that could not be sent or looked up', () => {
    const { contents } = write({}, { missing: ['report.pdf'], unnamed: ['ref-1'] })
    expect(contents).toContain('report.pdf')
    expect(contents).toContain('ref-1')
    expect(contents).not.toContain('/admin/')
  })

  test('says where staff find the files that are kept', () => {
    const { contents } = write({}, { missing: ['report.pdf'], keptAt: pageOf(null) })
    expect(contents).toContain(`<a href="https://www.vcp-x.example/admin/inquiries/${RECEIPT}">`)
    expect(contents).toContain('npm run inquiries')
  })

  test('of a canary says in its subject that it is no customer', () => {
    expect(write({ canary: true }).title).toContain('no customer')
  })

  test('names the spam signals where there are any', () => {
    expect(write().contents).not.toContain('Possibly sent by a machine')
    const { title, contents } = write({ spamSignals: ['too-fast'] })
    expect(contents).toContain('Possibly sent by a machine')
    expect(contents).toContain('Sent within three seconds of opening the form.')
    expect(title).toBe(NOTIFICATION_TITLES.sales)
  })

  test('escapes every value, whatever was typed', () => {
    const expected = write().contents.match(/<[^>]*>/g)
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "'--",
        '</td></table>',
        '&lt;b&gt;',
        '\u202e<b>',
      ),
    )
    fc.assert(
      fc.property(hostile, hostile, hostile, (subject, company_name, user_name) => {
        const { contents } = write({ texts: { ...inquiry, subject, company_name, user_name } })
        expect(contents.match(/<[^>]*>/g)).toEqual(expected)
      }),
      { numRuns: 600 },
    )
  })

  test('leads to the files that are kept by the origin of the admin, where there is one', () => {
    expect(write({}, { keptAt: pageOf(null) }).contents).toContain(
      `https://www.vcp-x.example/admin/inquiries/${RECEIPT}`,
    )
    const { contents } = write({}, { keptAt: pageOf('https://admin.example') })
    expect(contents).toContain(`https://admin.example/admin/inquiries/${RECEIPT}`)
    expect(contents).not.toContain('https://www.vcp-x.example/admin')
  })
})
