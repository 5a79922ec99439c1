import { describe, expect, test } from 'vitest'
import { translator } from '../../../../app/i18n/browser-texts'
import type { Namespace } from '../../../../app/i18n/catalogue'
import { i18nOf, loadCatalogue } from '../../../../app/i18n/i18next.server'
import { catalogueChunks } from '../../../../app/i18n/texts-plugin'

type Look = (key: string, values?: object) => string

function keys(node: unknown, path: string[] = []): string[] {
  return typeof node === 'string'
    ? [path.join('.')]
    : Object.entries(node as object).flatMap(([key, child]) => keys(child, [...path, key]))
}

describe.each(['ko', 'en'] as const)('the texts of the browser in %s', (locale) => {
  test('are what i18next makes of them on the server, with and without values', async () => {
    const catalogue = await loadCatalogue(locale)
    const i18n = await i18nOf(locale)
    for (const namespace of Object.keys(catalogue) as Namespace[]) {
      const [there, here] = [i18n.getFixedT(null, namespace) as unknown as Look, translator(catalogue, namespace)]
      for (const key of [
        ...keys(catalogue[namespace]),
        'no-such-text',
        'error:code.internal',
        'layout:home',
        'error:no.such',
      ]) {
        expect(here(key), `${namespace}:${key}`).toBe(there(key))
        const names = [...there(key).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
        for (const value of ['', 'A & <b>', '$1', 7, 0]) {
          const values = Object.fromEntries(names.map((name) => [name, value]))
          expect(here(key, values), `${namespace}:${key}`).toBe(there(key, values))
        }
      }
    }
  })

  test('are lined up like i18next with several namespaces', async () => {
    const catalogue = await loadCatalogue(locale)
    const t = (await i18nOf(locale)).getFixedT(null, ['inquiry', 'page']) as unknown as Look
    expect(translator(catalogue, 'inquiry')('page:complete.sales')).toBe(t('page:complete.sales'))
  })
})

describe('the plugin that sends a catalogue along with its components', () => {
  const transform = (code: string, environment = 'client') => {
    const { transform: run } = catalogueChunks()
    if (typeof run !== 'function') throw new Error('The plugin has no transform.')
    const result = run.call({ environment: { name: environment } } as never, code, '/x/app/features/a/b.tsx')
    return typeof result === 'object' && result && 'code' in result ? String(result.code) : null
  }

  test('imports each namespace that is not on every page', () => {
    expect(transform("const { t } = useTranslation(['inquiry', 'error'])")).toMatch(
      /^import 'virtual:texts\/inquiry';const/,
    )
    expect(transform('const { t } = useTranslation("home")')).toMatch(/^import 'virtual:texts\/home';/)
  })

  test('leaves alone what needs no more texts, and the server', () => {
    expect(transform("const { t } = useTranslation('layout')")).toBeNull()
    expect(transform('const { i18n } = useTranslation()')).toBeNull()
    expect(transform("const { t } = useTranslation('home')", 'ssr')).toBeNull()
  })

  test('refuses a namespace that it cannot read', () => {
    expect(() => transform('const { t } = useTranslation(name)')).toThrow(/Name the namespaces/)
  })
})
