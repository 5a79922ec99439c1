import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import error from '../../../../app/i18n/en/error.json'
import { i18nOf } from '../../../../app/i18n/i18n'
import { useTranslation } from '../../../../app/i18n/use-translation'

function Sentences() {
  const { t, i18n } = useTranslation(['inquiry', 'error'])
  return [i18n.language, t('counter', { count: 3, max: 500 }), t('error:title')].join(' | ')
}

const drawn = async (namespaces: Parameters<typeof i18nOf>[1]) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={await i18nOf('en', namespaces)}>
      <Sentences />
    </I18nextProvider>,
  )

test('a component whose texts its page does not name is an error, and shows no keys', async () => {
  await expect(drawn([])).rejects.toThrow('These texts are not loaded: inquiry.')
})

test('a component gets the texts of its first namespace by key and those of others by name', async () => {
  expect(await drawn(['inquiry'])).toBe(`en | 3 / 500 | ${error['title']}`)
})
