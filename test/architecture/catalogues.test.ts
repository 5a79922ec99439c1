import { describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../functions/contract/problem.ts'
import { FORM_MESSAGES } from '../../functions/contract/inquiry-fields.ts'
import { LOCALES } from '../../functions/contract/languages.ts'
import { catalogue, namespacesOf } from './catalogue-texts.ts'
import { read, sources } from './tree.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name).sort()

/** Words in Latin letters that a Korean page may have (docs/contract.md#11): names, abbreviations, and four given words. */
const LATIN =
  /\b(?:EUR-Lex|Cloudflare Turnstile|FAQ|Top|New|Q|English|[A-Z][A-Z0-9]+(?:-[A-Z0-9]+)*|kg|kWh|CO₂e|MB|[a-z]+:|pptx?|pdf|jpe?g|png|docx?|xlsx?)\b/g

const namespaces = namespacesOf('en')

test.each(LOCALES)('the language %s has every catalogue', (locale) => {
  expect(namespacesOf(locale)).toEqual(namespaces)
})

describe.each(namespaces)('the catalogue %s', (namespace) => {
  const ko = catalogue('ko', namespace)
  const en = catalogue('en', namespace)

  test.each(LOCALES)('has the same keys and placeholders in %s', (locale) => {
    const texts = catalogue(locale, namespace)
    expect([...texts.keys()].sort()).toEqual([...en.keys()].sort())
    for (const [key, text] of en) expect([key, placeholders(texts.get(key) ?? '')]).toEqual([key, placeholders(text)])
  })

  test('has no empty text and no markup', () => {
    for (const [key, text] of LOCALES.flatMap((locale) => [...catalogue(locale, namespace)])) {
      expect(text.trim(), key).not.toBe('')
      expect(text, key).not.toMatch(/<\/?[a-z][^>]*>/i)
    }
  })

  test('has no Hangul in English', () => {
    expect([...en].filter(([, text]) => /\p{Script=Hangul}/u.test(text))).toEqual([])
  })

  test('has no English words in Korean, except names, abbreviations and the given ones', () => {
    const wrong = [...ko].filter(([, text]) => /[A-Za-z]{2,}/.test(text.replace(/\{\{.*?\}\}/g, '').replace(LATIN, '')))
    expect(wrong).toEqual([])
  })

  test('has no text that no source shows', () => {
    const code = sources.map(read).join('\n')
    // A key may be composed: then its beginning or its end stands in a template literal.
    const used = (key: string) => {
      const parts = key.split('.')
      if (code.includes(`'${key}'`) || code.includes(`${namespace}:${key}`) || code.includes(`"${key}"`)) return true
      return (
        parts.some((_, index) => code.includes(`${parts.slice(0, index + 1).join('.')}.\${`)) ||
        [...code.matchAll(/`(?:[\w-]+:)?([\w.-]*)\$\{[^}]*\}([\w.-]*)`/g)].some(
          ([, start = '', end = '']) => start + end !== '' && key.startsWith(start) && key.endsWith(end),
        )
      )
    }
    const named = new Set<string>([...FORM_MESSAGES, ...ERROR_CODES])
    expect(
      [...en.keys()].filter((key) => !used(key) && !named.has(key.split('.').at(-1) ?? '')),
      'Show it or remove it, in both languages.',
    ).toEqual([])
  })
})

describe('every code', () => {
  test.each(ERROR_CODES)('%s of the API has a sentence', (code) => {
    expect(catalogue('en', 'error').get(`code.${code}`)).toBeTruthy()
  })
  test.each(FORM_MESSAGES)('%s of the forms has a sentence', (message) => {
    expect(catalogue('en', 'inquiry').get(message)).toBeTruthy()
  })
})

test('no component writes a sentence itself', () => {
  const wrong = sources
    .filter((file) => file.endsWith('.tsx'))
    .filter((file) =>
      />\s*[A-Za-z][a-z]+(?: [a-z]+)+\s*<|[>"'`][^"'`<>\n]*\p{Script=Hangul}/u.test(
        read(file).replace(/\/\*[^]*?\*\/|\/\/.*$/gm, ''),
      ),
    )
  expect(wrong, 'Put the text into both catalogues.').toEqual([])
})
