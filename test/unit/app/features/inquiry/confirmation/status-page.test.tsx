import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { StatusPage } from '../../../../../../app/features/inquiry/confirmation/status-page'
import { i18nOf } from '../../../../../../app/i18n/i18n'
import type { Locale } from '../../../../../../app/i18n/locale'
import type { ReceiptState } from '../../../../../../functions/contract/inquiry'

const RECEIPT = '9b2f4c1e-0a77-4f1e-8a55-3f0c7c2d6e10'
const DESTROYED: ReceiptState = {
  state: 'destroyed',
  accepted_at: '2026-01-31T09:00:00.000Z',
  delivered_at: '2026-01-31T09:00:01.000Z',
}

/** The page's steps, each with its name and what stands beside it. */
async function steps(result: ReceiptState, locale: Locale) {
  const visitor = { locale, localeInAddress: false }
  const html = renderToString(
    <I18nextProvider i18n={await i18nOf(locale, ['receipt'])}>
      <StatusPage receipt={RECEIPT} result={result} visitor={visitor} />
    </I18nextProvider>,
  )
  return [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name, text]) => [name, text])
}

test('a destroyed inquiry is said to be deleted, with no step that is yet to come', async () => {
  const english = await steps(DESTROYED, 'en')
  expect(english.map(([name]) => name)).toEqual(['Receipt number', 'Received', 'Passed to our team', 'Deletion'])
  expect(english.at(-1)).toEqual(['Deletion', 'Your submission has been deleted.'])
  expect((await steps(DESTROYED, 'ko')).at(-1)?.[1]).toBe('접수된 내용이 삭제되었습니다.')
})

test('an inquiry that was destroyed before it was delivered is not said to be passed on', async () => {
  const names = (await steps({ ...DESTROYED, delivered_at: null }, 'en')).map(([name]) => name)
  expect(names).toEqual(['Receipt number', 'Received', 'Deletion'])
})

test('an inquiry that nobody has processed yet says by which rule it is deleted', async () => {
  expect((await steps({ ...DESTROYED, state: 'delivered' }, 'en')).slice(3)).toEqual([
    ['Processed or reviewed', 'Not yet'],
    ['Deletion', 'When the period you agreed to has passed after processing or review'],
  ])
})

test('an answer is said with its time, and goes from the page with the inquiry', async () => {
  const answered = { ...DESTROYED, answered_at: '2026-02-01T00:30:00.000Z' }
  const names = async (state: ReceiptState['state']) =>
    (await steps({ ...answered, state }, 'en')).map(([name]) => name)
  expect(await names('delivered')).toContain('Answer sent by e-mail')
  expect(await names('destroyed')).not.toContain('Answer sent by e-mail')
  const shown = (await steps({ ...answered, state: 'delivered' }, 'ko')).find(([name]) => name === '이메일 답변 발송')
  expect(shown?.[1]).toContain('2026')
})
