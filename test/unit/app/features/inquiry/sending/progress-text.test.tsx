import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { progressOfFiles } from '../../../../../../app/features/inquiry/attachments/progress'
import { ProgressText } from '../../../../../../app/features/inquiry/sending/progress-text'
import { i18nOf } from '../../../../../../app/i18n/i18n'

test('the progress of an upload is announced in five steps, however often it is reported', async () => {
  const i18n = await i18nOf('en', ['inquiry'])
  const files = { files: [new File(['a'.repeat(1000)], 'plan.pdf')] }
  const rendered = Array.from({ length: 1001 }, (_, bytes) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <ProgressText phase={{ name: 'files', again: false, sent: { files: bytes } }} files={files} />
      </I18nextProvider>,
    ),
  )
  const steps = [...new Set(rendered)]
  expect(steps.map((html) => /(\d+)%/.exec(html)?.[1])).toEqual(['0', '25', '50', '75', '100'])
})

test('the progress bars of the files fill one after another', () => {
  const files = [{ size: 100 }, { size: 200 }]
  expect(progressOfFiles(files, 0)).toEqual([0, 0])
  expect(progressOfFiles(files, 50)).toEqual([0.5, 0])
  expect(progressOfFiles(files, 200)).toEqual([1, 0.5])
  expect(progressOfFiles(files, 900)).toEqual([1, 1])
})

test('files that were uploaded before are not counted in the request of the form', () => {
  const files = [
    { size: 100, upload: { state: 'staged', id: 'x' } as const },
    { size: 200 },
    { size: 100, upload: { state: 'sending', fraction: 0.3, cancel: () => {} } as const },
    { size: 50 },
  ]
  expect(progressOfFiles(files, 0)).toEqual([1, 0, 0.3, 0])
  expect(progressOfFiles(files, 225)).toEqual([1, 1, 0.3, 0.5])
})
