import { afterEach, expect, test, vi } from 'vitest'
import { openFileKey, signFileKeys } from '../../../../functions/attachments/signed-reference.ts'
import { staffLinkMs } from '../../../../functions/contract/retention.ts'
import { replaceSigningKey } from '../../../support/new-signing-key.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

vi.mock('../../../../functions/brand/registry.ts', async (original) => {
  const { registry } = await original<typeof import('../../../../functions/brand/registry.ts')>()
  const [first, ...others] = registry.partners
  return { registry: { ...registry, partners: [{ ...first, retention: { processedMonths: 6 } }, ...others] } }
})

const DAY = 24 * 3_600_000
afterEach(() => vi.useRealTimers())

test('a link of the brand with the longest period opens for as long as it was signed, although the key was replaced', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const d1 = new SqliteD1()
  const DB = d1.binding as D1Database
  const [link] = await signFileKeys({ DB }, [{ file_key: 'k', file_name: 'a.pdf' }], staffLinkMs(6))
  vi.setSystemTime(1000)
  replaceSigningKey(d1)
  for (const day of [32, 100, 6 * 31]) {
    vi.setSystemTime(day * DAY - 1000)
    if (day === 100) replaceSigningKey(d1)
    expect(await openFileKey({ DB }, link?.file_key ?? '')).toBe('k')
  }
})
