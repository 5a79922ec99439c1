import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { SendingStatus } from '../../../../../app/features/inquiry/sending-status'
import { i18nOf } from '../../../../../app/i18n/i18n'

test('the progress of a large file is said in five steps, however often it is told', async () => {
  const i18n = await i18nOf('en', ['board', 'downloads', 'inquiry'])
  const attached = { files: [new File(['a'.repeat(1000)], 'plan.pdf')] }
  const said = Array.from({ length: 1001 }, (_, bytes) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <SendingStatus phase={{ name: 'files', sent: { files: bytes } }} attached={attached} />
      </I18nextProvider>,
    ),
  )
  const steps = [...new Set(said)]
  expect(steps.map((html) => /(\d+)%/.exec(html)?.[1])).toEqual(['0', '25', '50', '75', '100'])
  expect(steps.every((html) => html.startsWith('<span role="status">'))).toBe(true)
})
