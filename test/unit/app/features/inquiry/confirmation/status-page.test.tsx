import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { StatusPage } from '../../../../../../app/features/inquiry/confirmation/status-page'
import { i18nOf } from '../../../../../../app/i18n/i18n'
import type { Locale } from '../../../../../../app/i18n/locale'
import type { ReceiptState } from '../../../../../../functions/contract/inquiry-body'

const RECEIPT = '9b2f4c1e-0a77-4f1e-8a55-3f0c7c2d6e10'
const DESTROYED: ReceiptState = {
  state: 'destroyed',
  kind: 'partnership',
  accepted_at: '2026-01-31T09:00:00.000Z',
  delivered_at: '2026-01-31T09:00:01.000Z',
  destroyed_at: '2026-03-03T00:00:00.000Z',
}

const { destroyed_at: _at, ...KEPT } = { ...DESTROYED, state: 'delivered' as const }

/** The page's steps, each with its name and what stands beside it. */
async function steps(result: ReceiptState, locale: Locale) {
  const visitor = { locale, localeInAddress: false, brand: { name: 'VCP-X' } }
  const html = renderToString(
    <I18nextProvider i18n={await i18nOf(locale, ['receipt'])}>
      <StatusPage receipt={RECEIPT} result={result} visitor={visitor} />
    </I18nextProvider>,
  )
  return [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name, text]) => [name, text])
}

test('a destroyed inquiry is said to be deleted and when, with all that came before and nothing that is yet to come', async () => {
  const gone = { ...DESTROYED, answered_at: '2026-02-01T00:30:00.000Z', processed_at: '2026-02-02T00:30:00.000Z' }
  const english = await steps(gone, 'en')
  expect(english.map(([name]) => name)).toEqual([
    'Receipt number',
    'Received',
    'Kind',
    'Passed to our team',
    'Answer sent by e-mail',
    'Processed or reviewed',
    'Deletion',
  ])
  expect(english.at(-1)?.[1]).toBe(
    'Deleted on March 3, 2026 at 09:00 (KST). Recovery history and backups may hold copies for up to 30 more days.',
  )
  expect((await steps(gone, 'ko')).at(-1)?.[1]).toBe(
    '2026년 3월 3일 09:00 (한국 시간)에 삭제되었습니다. 복구용 이력과 백업에는 최대 30일 더 남을 수 있습니다.',
  )
})

test('an inquiry that was destroyed before it was delivered is not said to be passed on, or processed', async () => {
  const names = (await steps({ ...DESTROYED, delivered_at: null }, 'en')).map(([name]) => name)
  expect(names).toEqual(['Receipt number', 'Received', 'Kind', 'Deletion'])
})

test('an inquiry that nobody has processed yet says by which rule it is deleted', async () => {
  expect((await steps(KEPT, 'en')).slice(4)).toEqual([
    ['Processed or reviewed', 'Not yet'],
    [
      'Deletion',
      'At the end of the retention period you agreed to, which begins once your inquiry has been processed or your proposal reviewed',
    ],
  ])
})

test('an answer is said with its time', async () => {
  const answered = { ...KEPT, answered_at: '2026-02-01T00:30:00.000Z' }
  const shown = (await steps(answered, 'ko')).find(([name]) => name === '이메일 답변 발송')
  expect(shown?.[1]).toContain('2026')
})

test('the day of the deletion reads as the other days, and as yet to come', async () => {
  const processed = { ...KEPT, processed_at: '2026-11-23T00:30:00.000Z', destroy_at: '2026-12-23T00:30:00.000Z' }
  expect((await steps(processed, 'en')).at(-1)?.[1]).toBe('Planned for December 23, 2026')
  expect((await steps(processed, 'ko')).at(-1)?.[1]).toBe('2026년 12월 23일 예정')
})
