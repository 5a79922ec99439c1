import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { brands } from '../../../../../../functions/brand/hosts'
import type { ReceiptState } from '../../../../../../functions/contract/inquiry-body'
import { CompletePage } from '../../../../../../app/features/inquiry/confirmation/complete-page'
import { completeTitle, type ReceiptResult } from '../../../../../../app/features/inquiry/confirmation/receipt'
import type { PageVisitor } from '../../../../../../app/context/page-context'
import { i18nOf } from '../../../../../../app/i18n/i18n'
import type { Locale } from '../../../../../../app/i18n/locale'
import { pageBrand } from '../../../../../../app/request/page-brand'

const RECEIPT = '9b2f4c1e-0a77-4f1e-8a55-3f0c7c2d6e10'
const DELIVERED: ReceiptState = {
  state: 'delivered',
  kind: 'sales',
  accepted_at: '2026-01-31T09:00:00.000Z',
  delivered_at: '2026-01-31T09:00:01.000Z',
}
const ANSWERED: ReceiptState = { ...DELIVERED, answered_at: '2026-02-01T00:30:00.000Z' }

/** The complete page of a sales inquiry. */
async function complete(locale: Locale, receipt: string | undefined, result: ReceiptResult) {
  const visitor: PageVisitor = {
    brand: pageBrand(brands[0]!, locale),
    card: '',
    locale,
    localeInAddress: false,
    cookieDecision: true,
  }
  return renderToString(
    <I18nextProvider i18n={await i18nOf(locale, ['receipt'])}>
      <CompletePage kind="sales" receipt={receipt} result={result} visitor={visitor} />
    </I18nextProvider>,
  )
}

test.each([
  ['ko', '접수 내역을 확인할 수 없습니다', '등록되었습니다'],
  ['en', 'We cannot find this receipt', 'has been registered'],
] as const)('a receipt that is not there is not said to be registered, in %s', async (locale, heading, registered) => {
  for (const receipt of [RECEIPT, '']) {
    const html = await complete(locale, receipt, null)
    expect(html).toContain(`<h1>${heading}</h1>`)
    expect(html).not.toContain(registered)
    expect(html).toContain('href="/support/request/status"')
  }
})

test.each([
  ['ko', '등록되었습니다', '이 번호를 보관해 두세요'],
  ['en', 'has been registered', 'Keep this number'],
] as const)('a receipt that is there is shown, to be kept, in %s', async (locale, registered, keep) => {
  const html = await complete(locale, RECEIPT, DELIVERED)
  for (const text of [registered, keep, RECEIPT]) expect(html).toContain(text)
  // Without a receipt the page only confirms (docs/specification.md#2).
  const plain = await complete(locale, undefined, null)
  expect(plain).toContain(registered)
  expect(plain).not.toContain(keep)
})

test.each([
  ['ko', '곧 답변', '답변을 보내 드렸습니다'],
  ['en', 'will soon', 'An answer has been sent'],
] as const)('an answer that was sent is not said to be yet to come, in %s', async (locale, soon, sent) => {
  const said = async (result: ReceiptState) => {
    const html = await complete(locale, RECEIPT, result)
    return [html.includes(soon), html.includes(sent)]
  }
  expect([await said(DELIVERED), await said(ANSWERED)]).toEqual([
    [true, false],
    [false, true],
  ])
})

test.each([
  ['ko', '열람, 정정, 삭제'],
  ['en', 'see, correct or delete'],
] as const)('says where to ask for what is kept, in %s', async (locale, rights) => {
  const html = await complete(locale, RECEIPT, DELIVERED)
  expect(html).toContain(rights)
  expect(html).toContain(brands[0]!.privacy?.email ?? brands[0]!.company.email)
})

test('what cannot be told now is confirmed with its receipt, and asked for again', async () => {
  const html = await complete('en', RECEIPT, 'unknown')
  for (const text of ['has been registered', RECEIPT, 'cannot be shown right now', 'Check again'])
    expect(html).toContain(text)
  expect(html).not.toContain('Received')
})

test('the title says what the page says', () => {
  const proposal: ReceiptState = { ...DELIVERED, kind: 'partnership' }
  for (const receipt of [RECEIPT, '']) expect(completeTitle('sales', receipt, null)).toBe('page:complete.unknown')
  expect(completeTitle('sales', RECEIPT, { ...DELIVERED, state: 'destroyed' })).toBe('page:status.title')
  expect(completeTitle('partnership', RECEIPT, 'unknown')).toBe('page:complete.partnership')
  expect(completeTitle('sales', undefined, null)).toBe('page:complete.sales')
  expect(completeTitle('sales', RECEIPT, proposal)).toBe('page:complete.partnership')
})

/** What the page says, without its marks. */
async function words(state: 'delivered' | 'destroyed', locale: Locale): Promise<string> {
  const visitor = {
    locale,
    localeInAddress: false,
    brand: { company: { email: 'a@b.example' } },
  } as unknown as PageVisitor
  const html = renderToString(
    <I18nextProvider i18n={await i18nOf(locale, ['receipt', 'page'])}>
      <CompletePage
        kind="sales"
        receipt={RECEIPT}
        result={{ ...DELIVERED, state, held: ['report.pdf'] }}
        visitor={visitor}
      />
    </I18nextProvider>,
  )
  return html.replaceAll(/<[^>]*>/g, ' ')
}

test.each([
  ['en', 'An answer will soon be sent', 'We have kept them', 'Your submission has been deleted.'],
  ['ko', '곧 답변을 보내 드리겠습니다', '파일을 보관하고 있으며', '접수된 내용이 삭제되었습니다.'],
] as const)(
  'a destroyed inquiry is only said to be deleted: no answer and no file is promised (%s)',
  async (locale, answer, kept, deleted) => {
    const before = await words('delivered', locale)
    for (const text of [answer, kept, 'report.pdf', RECEIPT]) expect(before).toContain(text)
    const after = await words('destroyed', locale)
    for (const text of [deleted, RECEIPT]) expect(after).toContain(text)
    for (const text of [answer, kept, 'report.pdf']) expect(after).not.toContain(text)
  },
)
