import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { CompletePage } from '../../../../../../app/features/inquiry/confirmation/complete-page'
import type { PageVisitor } from '../../../../../../app/context/page-context'
import { i18nOf } from '../../../../../../app/i18n/i18n'
import type { Locale } from '../../../../../../app/i18n/locale'

const RECEIPT = '9b2f4c1e-0a77-4f1e-8a55-3f0c7c2d6e10'

/** What the page says, without its marks. */
async function words(state: 'delivered' | 'destroyed', locale: Locale): Promise<string> {
  const visitor = { locale, localeInAddress: false, brand: { company: { email: 'a@b.example' } } } as unknown as PageVisitor
  const html = renderToString(
    <I18nextProvider i18n={await i18nOf(locale, ['receipt', 'page'])}>
      <CompletePage kind="sales" receipt={RECEIPT} loaded={{ state, held: ['report.pdf'] }} visitor={visitor} />
    </I18nextProvider>,
  )
  return html.replaceAll(/<[^>]*>/g, ' ')
}

test.each([
  ['en', 'An answer will soon be sent', 'We keep them and try again', 'Your submission has been deleted.'],
  ['ko', '곧 답변을 보내 드리겠습니다', '파일을 보관하고 있으며', '접수하신 내용이 파기되었습니다.'],
] as const)(
  'a destroyed inquiry is only said to be destroyed: no answer and no file is promised (%s)',
  async (locale, answer, kept, deleted) => {
    const before = await words('delivered', locale)
    for (const text of [answer, kept, 'report.pdf', RECEIPT]) expect(before).toContain(text)
    const after = await words('destroyed', locale)
    for (const text of [deleted, RECEIPT]) expect(after).toContain(text)
    for (const text of [answer, kept, 'report.pdf']) expect(after).not.toContain(text)
  },
)
