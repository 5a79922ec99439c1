import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { ProgressText } from '../../../../../../app/features/inquiry/sending/send-area'
import { i18nOf } from '../../../../../../app/i18n/i18n'

test('the progress of an upload is announced in five steps, however often it is reported', async () => {
  const i18n = await i18nOf('en', ['inquiry'])
  const rendered = Array.from({ length: 1001 }, (_, thousandth) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <ProgressText phase={{ name: 'files', sent: thousandth / 1000 }} />
      </I18nextProvider>,
    ),
  )
  const steps = [...new Set(rendered)]
  expect(steps.map((html) => /(\d+)%/.exec(html)?.[1])).toEqual(['0', '25', '50', '75', '100'])
})
