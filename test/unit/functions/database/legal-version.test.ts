import { expect, test } from 'vitest'
import { isEmptyDatabase, readTables, writeTables } from '../../../../functions/database/all-tables.ts'
import { sealedVersions, sealVersions } from '../../../../functions/database/legal-version.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

const NOW = new Date('2026-11-23T00:00:00Z')
const TEXT = { file: 'terms-of-service/20250701.ko.md', sha256: 'as announced', effective: '2025-07-01' }
const database = () => new SqliteD1().binding as D1Database

test('a legal text that is sealed stays as it was announced', async () => {
  const db = database()
  await sealVersions(db, [TEXT], NOW)
  await sealVersions(
    db,
    [
      { ...TEXT, sha256: 'another' },
      { ...TEXT, file: 'terms-of-service/20250701.en.md' },
    ],
    NOW,
  )
  expect(await sealedVersions(db)).toEqual([{ ...TEXT, file: 'terms-of-service/20250701.en.md' }, TEXT])
})

test('a restore replaces what the deployment of its target has sealed', async () => {
  const [original, target] = [database(), database()]
  await sealVersions(original, [TEXT], NOW)
  await sealVersions(target, [{ ...TEXT, sha256: 'of the rehearsal' }], NOW)
  expect(await isEmptyDatabase(target)).toBe(true)
  await writeTables(target, await readTables(original))
  expect(await sealedVersions(target)).toEqual([TEXT])
})
