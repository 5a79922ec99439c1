import { expect, test } from 'vitest'
import { insertSealed, SELECT_SEALED, type SealedVersion } from '../../../../functions/database/legal-seal.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

const NOW = new Date('2026-11-23T00:00:00Z')
const TEXT = { file: "terms-of-service/20250701's.ko.md", sha256: 'as announced', effective: '2025-07-01' }

test('a legal text that is sealed stays as it was announced', async () => {
  const db = new SqliteD1().binding as D1Database
  const seal = (...versions: SealedVersion[]) => db.prepare(insertSealed(versions, NOW)).run()
  await seal(TEXT)
  await seal({ ...TEXT, sha256: 'another' }, { ...TEXT, file: 'terms-of-service/20250701.en.md' })
  const { results } = await db.prepare(SELECT_SEALED).all<SealedVersion>()
  expect(results).toEqual([TEXT, { ...TEXT, file: 'terms-of-service/20250701.en.md' }])
})
