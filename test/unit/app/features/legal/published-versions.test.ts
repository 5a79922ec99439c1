import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../../../../app/features/legal/documents')

/** Beginnings of the SHA-256 of every text (docs/operating.md, How to add). A published one may not change: its change is a new version. */
const PUBLISHED: Record<string, string> = {
  'privacy-policy/20230619.en.md': '49a5e35b2709167e',
  'privacy-policy/20230619.ko.md': '5059f74774664a12',
  'privacy-policy/20240617.en.md': '7645547f2df66abe',
  'privacy-policy/20240617.ko.md': '7c6a011fed225d0f',
  'privacy-policy/20250701.en.md': '08062ba2bb52e70f',
  'privacy-policy/20250701.ko.md': 'ddde398b3e45ce0f',
  'terms-of-service/20230619.en.md': '5e4e90ee4804114e',
  'terms-of-service/20230619.ko.md': 'cadaf46f2815db94',
  'terms-of-service/20240617.en.md': '432ea6ca7b157908',
  'terms-of-service/20240617.ko.md': 'a3036b7c3bb47987',
  'terms-of-service/20250701.en.md': '1112adf65a608b14',
  'terms-of-service/20250701.ko.md': '36c0ad5c6198c356',
}

test('no text is changed, and none is added, without its checksum: on no day does this test change its mind', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
  const sums = files.map((file) => [
    file,
    createHash('sha256')
      .update(readFileSync(join(FOLDER, file)))
      .digest('hex')
      .slice(0, 16),
  ])
  expect(Object.fromEntries(sums)).toEqual(PUBLISHED)
})
