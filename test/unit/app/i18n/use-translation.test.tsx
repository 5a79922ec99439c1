import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import error from '../../../../app/i18n/en/error.json'
import inquiry from '../../../../app/i18n/en/inquiry.json'
import { useTranslation } from '../../../../app/i18n/use-translation'

function Sentences() {
  const { t, i18n } = useTranslation(['inquiry', 'error'])
  return [i18n.language, t('counter', { count: 3, max: 500 }), t('error:title')].join(' | ')
}

async function drawn(texts: Record<string, object>): Promise<string> {
  const i18n = createInstance()
  await i18n.init({ lng: 'en', resources: { en: texts }, interpolation: { escapeValue: false } })
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Sentences />
    </I18nextProvider>,
  )
}

test('a component whose texts its page does not name is an error, and shows no keys', async () => {
  await expect(drawn({ error })).rejects.toThrow('These texts are not loaded: inquiry.')
})

test('a component gets the texts of its first namespace by key and those of others by name', async () => {
  expect(await drawn({ inquiry, error })).toBe(`en | 3 / 500 | ${error.title}`)
})
