import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { checkEntries, placeholdersOf } from '../../../../functions/brand/entry-checks'
import { registry } from '../../../../functions/brand/registry'
import type { BrandEntry } from '../../../../functions/brand/schema'

const [first = registry.default, ...others] = registry.partners
const checked = (change: Partial<BrandEntry>) => {
  const [, own] = checkEntries({ ...registry, partners: [{ ...first, ...change }, ...others] })
  if (!own) throw new Error('The brand was not checked.')
  return own
}

describe('the check of a brand', () => {
  test('has no problem with a brand of the registry', () => {
    expect(checkEntries(registry).flatMap(({ problems }) => problems)).toEqual([])
  })

  test.each<[Partial<BrandEntry>, RegExp]>([
    [{ seed: '#ffd400' }, /^seed: "#ffd400" is too light.+ "#8d7400" would pass/],
    [{ colours: { primary: '#9aa0ff' } }, /^colours\.primary: /],
    [{ name: { ko: '', en: 'Gaon' } }, /^name\.ko: it is missing; write it/],
    [{ name: { ko: '가온', en: '가온 Gaon' } }, /^name\.en: "가온 Gaon" has Hangul/],
    [{ symbol: 'M0 0h40v40H0z' }, /^symbol: it reaches outside its box.+scale or move the path$/],
    [{ symbol: 'M0' }, /^symbol: it is no path; write the d attribute/],
    [
      { hosts: ['gaon.example'] },
      /^origin: its host partner-a\.example is none of the brand's hosts.+add it to hosts$/,
    ],
    [{ company: undefined as unknown as BrandEntry['company'] }, /^company: /],
  ])('names the problem of %o and says what to do', (change, problem) => {
    expect(checked(change).problems).toEqual([expect.stringMatching(problem)])
  })

  test.each<[Partial<BrandEntry>, RegExp | null]>([
    [{ seed: '#ff7a00' }, /^seed: #ff7a00 is shown as #bd5900 where it carries text$/],
    [{ symbol: 'M14 14h4v4h-4z' }, /^symbol: it fills little of its box/],
    [{ symbol: 'M0 0h24v24H0z' }, /^symbol: it is not in the middle/],
    [{ mail: { ...first.mail } }, /^mail\.from: it is missing, so mails come from MAIL_FROM/],
    [
      { mail: { from: 'site@other.example' } },
      /^mail\.from: other\.example is neither the domain of the site nor that of/,
    ],
    [{ mail: { from: 'site@mail.partner-a.example' } }, null],
  ])('notes what needs a look in %o', (change, note) => {
    const about = note === null ? 'mail.from' : (Object.keys(change)[0] ?? '')
    const { notes } = checked(change)
    expect(notes.filter((one) => one.startsWith(about))).toEqual(note === null ? [] : [expect.stringMatching(note)])
  })

  test('tells a partner what its legal texts lack', () => {
    const { privacy: _privacy, since: _since, ...unnamed } = first
    const lacking = (entry: BrandEntry) =>
      (checkEntries({ ...registry, partners: [entry] })[1]?.notes ?? []).filter((note) =>
        /^(?:privacy|since):/.test(note),
      )
    expect(lacking(unnamed)).toHaveLength(2)
    expect(lacking({ ...first, since: '2026-12-01' })).toEqual([])
    expect(checkEntries(registry)[0]?.notes).toEqual([])
  })

  test('knows the values of the example', () => {
    expect(placeholdersOf(first)).toEqual(expect.arrayContaining(['hosts.0', 'origin', 'company.phone']))
  })
})

test('npm run check prints a line for each brand that needs a look', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['functions/cli/check-brands.ts'])
  expect(stdout).toContain('note  partner-a: mail.from: it is missing')
  expect(stdout).toContain('3 brands: colours, symbol, sender, texts and periods are right.')
})
