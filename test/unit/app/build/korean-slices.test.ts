import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fontTexts } from '../../../../app/build/interface-fonts'
import { hangulOf, koreanSlices } from '../../../../app/build/korean-slices'

const {
  texts: { ko = '' },
  entries,
} = await fontTexts()
const slices = koreanSlices(ko, entries)
const files = [[...hangulOf(ko)].join(''), ...slices]
const inFiles = new Set(files.join(''))

describe('the files of the Korean font', () => {
  test.each(
    globSync([
      'app/i18n/ko/*.json',
      'app/features/legal/documents/*/*.ko.md',
      'functions/brand/registry.ts',
      'functions/database/first-content/*/*.ko.md',
    ]),
  )('have every letter of %s', (path) => {
    const letters = hangulOf(readFileSync(path, 'utf8'))
    expect([...letters].filter((letter) => !inFiles.has(letter))).toEqual([])
  })

  test('have no letter twice', () => {
    expect(files.join('')).toHaveLength(inFiles.size)
  })

  test('have everyday Korean that no text of the site has yet', () => {
    const known = hangulOf(ko + entries.join(''))
    const unknown = [...'댁뱀쌍짬퀴'].filter((letter) => !known.has(letter))
    expect(unknown).not.toEqual([])
    expect(unknown.filter((letter) => !inFiles.has(letter))).toEqual([])
  })

  test('are few for an entry that was written later: half of the entries decide, the others count', () => {
    const half = (odd: number) => entries.filter((_, index) => index % 2 === odd)
    const earlier = koreanSlices(ko, half(0))
    const counts = half(1).map((entry) => {
      const letters = hangulOf(entry)
      return earlier.filter((slice) => [...slice].some((letter) => letters.has(letter))).length
    })
    expect(counts.length).toBeGreaterThan(10)
    expect(counts.reduce((sum, count) => sum + count) / counts.length).toBeLessThan(6)
  })
})
