import { describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../functions/contract/problem.ts'
import { FORM_MESSAGES } from '../../functions/contract/form-fields.ts'
import { LOCALES } from '../../functions/contract/languages.ts'
import { catalogue, namespacesOf } from './catalogue-texts.ts'
import { importsOf, read, sources } from './tree.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name).sort()

/** Words in Latin letters that a Korean page may have (docs/contract.md#11): names, abbreviations, and four given words. */
const LATIN =
  /\b(?:EUR-Lex|Cloudflare Turnstile|FAQ|Top|New|Q|English|[A-Z][A-Z0-9]+(?:-[A-Z0-9]+)*|kg|kWh|CO₂e|MB|[a-z]+:|pptx?|pdf|jpe?g|png|docx?|xlsx?)\b/g

const namespaces = namespacesOf('en')

const codeOf = new Map(sources.map((file) => [file, read(file)]))

/** The files that name a catalogue, and those that they import: a key that is the word of another part is not taken for shown. */
function codeThatNames(name: string): string {
  const naming = sources.filter((file) => new RegExp(`['"\`]${name}['"\`:]`).test(codeOf.get(file) ?? ''))
  const imported = naming.flatMap((file) => importsOf(file).map(({ to }) => to))
  return [...new Set([...naming, ...imported])].map((file) => codeOf.get(file) ?? '').join('\n')
}

const allCode = [...codeOf.values()].join('\n')
/** Whether the part of a composed key that a template literal leaves open is a text or a property somewhere. */
const isWritten = (part: string) => new RegExp(`['"\`]${part}['"\`]|(?<![\\w-])${part}\\??:`).test(allCode)

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
    const name = namespace === 'admin/frame' ? 'admin' : namespace.replace('admin/', '')
    const code = codeThatNames(name)
    const composed = [...code.matchAll(/`(?:[\w-]+:)?([\w.-]*)\$\{[^}]*\}([\w.-]*)`/g)].filter(
      ([, start = '', end = '']) => start + end !== '',
    )
    const used = (key: string) =>
      [`'${key}'`, `"${key}"`, `\`${key}\``, `${name}:${key}`].some((written) => code.includes(written)) ||
      composed.some(
        ([, start = '', end = '']) =>
          key.startsWith(start) && key.endsWith(end) && isWritten(key.slice(start.length, key.length - end.length)),
      )
    expect(
      [...en.keys()].filter((key) => !used(key)),
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
