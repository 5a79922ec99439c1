import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../../../../app/features/legal/documents')

/** Beginnings of the SHA-256 of every published text (docs/operating.md, Legal texts). */
const PUBLISHED: Record<string, string> = {
  'privacy-policy/20230619.en.md': '49a5e35b2709167e',
  'privacy-policy/20230619.ko.md': '5059f74774664a12',
  'privacy-policy/20240617.en.md': '7645547f2df66abe',
  'privacy-policy/20240617.ko.md': '7c6a011fed225d0f',
  'privacy-policy/20250701.en.md': 'e2a50fac564cb481',
  'privacy-policy/20250701.ko.md': '8b2839463f54594c',
  'terms-of-service/20230619.en.md': '5e4e90ee4804114e',
  'terms-of-service/20230619.ko.md': 'cadaf46f2815db94',
  'terms-of-service/20240617.en.md': '432ea6ca7b157908',
  'terms-of-service/20240617.ko.md': 'a3036b7c3bb47987',
  'terms-of-service/20250701.en.md': '91abab029367e66d',
  'terms-of-service/20250701.ko.md': '5636aa0bc4db3d3d',
}

/** The first day of a version, as its name says it. */
const firstDay = (file: string) => Date.parse(file.replace(/^.*\/(\d{4})(\d\d)(\d\d)\..*$/, '$1-$2-$3T00:00:00+09:00'))

test('no version whose day has come is changed: a changed text is a new version', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
  const begun = files.filter((file) => firstDay(file) <= Date.now())
  const sums = begun.map((file) => [
    file,
    createHash('sha256')
      .update(readFileSync(join(FOLDER, file)))
      .digest('hex')
      .slice(0, 16),
  ])
  expect(Object.fromEntries(sums)).toEqual(PUBLISHED)
})
