import { describe, expect, test } from 'vitest'
import { LANGUAGES, LOCALES } from '../../functions/contract/languages.ts'
import { importsOf, read, sources } from './tree.ts'

/** Where the fields of a text in several languages are read or written: those of a call, a form or a table (decision 054). */
const MAPPING = [
  'app/admin/api-answers',
  'app/admin/answers/',
  'app/admin/downloads/document-fields',
  'app/admin/frame/typed-again',
  'app/admin/publishing/',
  'app/i18n/own-text',
  'functions/commands/publishing',
  'functions/commands/saved-answers',
  'functions/contract/',
  'functions/database/',
  'functions/lists/',
  'functions/publishing/',
  'functions/upstream/select-upstream',
]
const LIST = 'functions/contract/languages.ts'
const codes = LOCALES.join('|')
const endings = Object.values(LANGUAGES).flatMap(({ field }) => field || [])

/** Places of a pattern in the sources, as `file: text`. */
const placesOf = (pattern: RegExp, files: readonly string[] = sources) =>
  files.flatMap((file) => [...read(file).matchAll(pattern)].map(([found]) => `${file}: ${found}`))

describe('a language', () => {
  test('is compared with none by its name', () => {
    const compared = new RegExp(`(?:[!=]==? *|case )['"](?:${codes})['"]|['"](?:${codes})['"] *[!=]==?`, 'g')
    expect(placesOf(compared), `Say what is different about it in its row (${LIST}).`).toEqual([])
  })

  test('is listed in one place', () => {
    const listed = new RegExp(`['"](?:${codes})['"] *[,|] *['"](?:${codes})['"]`, 'g')
    expect(placesOf(listed), `Use Locale, LOCALES or eachLocale() of ${LIST}.`).toEqual([])
  })

  test('is chosen by a value, never by its name', () => {
    const chosen = new RegExp(`[\\w)\\]]\\.(?:${codes})\\b(?!\\.)`, 'g')
    expect(placesOf(chosen), `Use textIn() or languagesFrom() of ${LIST}: the order in which texts stand in.`).toEqual(
      [],
    )
  })

  test('has its ending in no name of a field or column but that of its row', () => {
    const others = sources.filter((file) => file !== LIST && file !== 'functions/contract/text-fields.ts')
    const named = new RegExp(`\\w(?:${endings.join('|')})(?:\\b|_)`, 'g')
    expect(placesOf(named, others), 'Make the names with functions/contract/text-fields.ts.').toEqual([])
    expect(placesOf(named, [LIST]), LIST).toEqual([])
  })

  test('has its names in the pages from app/i18n/locale.ts alone', () => {
    const DOOR = 'app/i18n/locale.ts'
    const namesIn = (list = '') => list.split(',').map((name) => name.replace('type ', '').trim())
    const passedOn = namesIn(/export \{([^}]*)\}/.exec(read(DOOR))?.[1]).filter(Boolean)
    expect(passedOn).toContain('Locale')
    // app/ui imports the contract and nothing else.
    const pages = sources.filter((file) => file.startsWith('app/') && !file.startsWith('app/ui/') && file !== DOOR)
    const past = pages.filter((file) =>
      namesIn(/import (?:type )?\{([^}]*)\} from '[^']*contract\/languages'/.exec(read(file))?.[1]).some((name) =>
        passedOn.includes(name),
      ),
    )
    expect(past, `Import it from ${DOOR}.`).toEqual([])
  })

  test('is mapped to fields only where a wire, a form or a table is read or written', () => {
    const mapped = sources.flatMap(importsOf).filter(({ to }) => to === 'functions/contract/text-fields.ts')
    expect(mapped.length).toBeGreaterThan(10)
    expect(mapped.filter(({ from }) => !MAPPING.some((place) => from.startsWith(place)))).toEqual([])
  })
})

test('a board is compared with none by its name', () => {
  const compared = placesOf(/(?:[!=]==? *|case )['"](?:notice|faq)['"]|['"](?:notice|faq)['"] *[!=]==?/g)
  expect(compared, 'Say what is different about it in BOARDS (functions/contract/board.ts).').toEqual([])
})
