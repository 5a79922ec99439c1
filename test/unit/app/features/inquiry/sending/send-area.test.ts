import { expect, test } from 'vitest'
import { progressText } from '../../../../../../app/features/inquiry/sending/send-area'
import { i18nOf } from '../../../../../../app/i18n/i18n'

test('the progress of an upload is announced in five steps, however often it is reported', async () => {
  const i18n = await i18nOf('en', ['inquiry'])
  const texts = Array.from({ length: 1001 }, (_, thousandth) =>
    progressText({ name: 'files', sent: thousandth / 1000 }, i18n.getFixedT('en', 'inquiry')),
  )
  expect([...new Set(texts)].map((text) => /(\d+)%/.exec(text)?.[1])).toEqual(['0', '25', '50', '75', '100'])
})
