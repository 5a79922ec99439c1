import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  openFileKey,
  openReference,
  signFileKeys,
  signReference,
  VISITOR_LINK_MS,
} from '../../../../functions/attachments/signed-reference.ts'
import { brands } from '../../../../functions/brand/hosts.ts'
import { STAGED_KEPT_MS } from '../../../../functions/attachments/staged-files.ts'
import { processedMonths, staffLinkMs } from '../../../../functions/contract/retention.ts'
import { UpstreamFailedError } from '../../../../functions/errors.ts'
import { otherSpelling } from '../../../support/base64url.ts'
import { replaceSigningKey } from '../../../support/new-signing-key.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

/** Of the brand with the longest period. */
const STAFF_LINK_MS = staffLinkMs(Math.max(...brands.map(processedMonths)))

const database = () => {
  const d1 = new SqliteD1()
  return { d1, DB: d1.binding as D1Database, UPSTREAM_URL: null }
}
const DAY = 24 * 3_600_000
const MINUTE = 60_000
const HOLDER = { brandId: 'vcp-x', visitor: 'a' }

afterEach(() => vi.useRealTimers())

test('a signed reference and a signed key open what was signed, until they expire', async () => {
  vi.useFakeTimers()
  const env = database()
  const reference = await signReference(env, HOLDER, 'r.1~=+:@-_')
  const [file] = await signFileKeys(env, [{ file_key: 'k.2', file_name: 'a.pdf' }], VISITOR_LINK_MS)
  expect(file?.file_name).toBe('a.pdf')
  expect(await openReference(env, HOLDER, reference)).toBe('r.1~=+:@-_')
  expect(await openFileKey(env, file?.file_key ?? '')).toBe('k.2')
  // Its files are destroyed from then on, so that they are gone within a day.
  vi.advanceTimersByTime(STAGED_KEPT_MS + 1000)
  await expect(openReference(env, HOLDER, reference)).rejects.toThrow('There is no such file reference')
  expect(await openFileKey(env, file?.file_key ?? '')).toBe('k.2')
  vi.advanceTimersByTime(VISITOR_LINK_MS - STAGED_KEPT_MS)
  await expect(openFileKey(env, file?.file_key ?? '')).rejects.toThrow('There is no such file')
  expect(env.d1.rows('SELECT 1 FROM signing_key')).toHaveLength(1)
})

test('a reference counts for the upstream that has its files: after a change the form uploads them again', async () => {
  const env = database()
  const signed = await signReference(env, HOLDER, 'r')
  const other = { ...env, UPSTREAM_URL: 'http://upstream.example' }
  await expect(openReference(other, HOLDER, signed)).rejects.toThrow('There is no such file reference')
  await expect(openReference(env, HOLDER, await signReference(other, HOLDER, 'r'))).rejects.toThrow('There is no such')
})

test('a reference does not open as a key', async () => {
  const env = database()
  await expect(openFileKey(env, await signReference(env, HOLDER, 'r'))).rejects.toThrow('There is no such file')
})

test('a signature is accepted in one spelling only', async () => {
  const env = database()
  const signed = await signReference(env, HOLDER, 'r')
  const other = otherSpelling(signed)
  const bytes = (text: string) => Buffer.from(text.split('.').at(-1) ?? '', 'base64url')
  expect([other === signed, bytes(other)]).toEqual([false, bytes(signed)])
  await expect(openReference(env, HOLDER, other)).rejects.toThrow('There is no such file reference')
  expect(await openReference(env, HOLDER, signed)).toBe('r')
})

test('another site has another key', async () => {
  const signed = await signReference(database(), HOLDER, 'r')
  await expect(openReference(database(), HOLDER, signed)).rejects.toThrow('There is no such file reference')
})

test('a database that is down is an upstream failure, but for an isolate that knows the key', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const env = database()
  const signed = await signReference(env, HOLDER, 'r')
  env.d1.state = 'fails'
  vi.setSystemTime(Date.now() + 2 * MINUTE)
  expect(await openReference(env, HOLDER, signed)).toBe('r')
  const other = database()
  other.d1.state = 'fails'
  await expect(signReference(other, HOLDER, 'r')).rejects.toBeInstanceOf(UpstreamFailedError)
})

describe('when the key is replaced', () => {
  /** Another isolate on the same database, which has read no key yet. */
  const isolate = ({ d1 }: ReturnType<typeof database>) => ({ DB: d1.binding as D1Database, UPSTREAM_URL: null })
  const key = async (env: { DB: D1Database }, forMs: number) =>
    (await signFileKeys(env, [{ file_key: 'k', file_name: 'a.pdf' }], forMs))[0]?.file_key ?? ''

  const newestKey = ({ d1 }: ReturnType<typeof database>) =>
    d1.rows<{ value: string }>('SELECT value FROM signing_key ORDER BY created_at DESC LIMIT 1')[0]?.value ?? ''
  /** A file key as the site signs it, with a key of one's own choice. */
  const signedWith = (value: string, fileKey: string, until: number) => {
    const signed = `${fileKey}.${Math.floor(until / 1000).toString(36)}`
    const hmac = createHmac('sha256', Buffer.from(value, 'base64'))
    return `${signed}.${hmac.update(JSON.stringify(['file', signed])).digest('base64url')}`
  }

  test('what the old one signed opens for as long as it was signed, also by its visitor, and nothing of it longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    const env = database()
    const link = await key(env, STAFF_LINK_MS)
    const reference = await signReference(env, HOLDER, 'r')
    const forever = signedWith(newestKey(env), 'k', Date.now() + 400 * DAY)
    vi.setSystemTime(1000)
    replaceSigningKey(env.d1)
    expect(await openFileKey(isolate(env), forever)).toBe('k')
    for (const one of [env, isolate(env)]) {
      expect(await openFileKey(one, link)).toBe('k')
      expect(await openReference(one, HOLDER, reference)).toBe('r')
      await expect(openReference(one, { ...HOLDER, visitor: 'b' }, reference)).rejects.toThrow('There is no such')
    }
    vi.setSystemTime(STAFF_LINK_MS - 1000)
    expect(await openFileKey(isolate(env), link)).toBe('k')
    vi.setSystemTime(STAFF_LINK_MS + 10 * MINUTE)
    await expect(openFileKey(isolate(env), forever)).rejects.toThrow('There is no such file')
    replaceSigningKey(env.d1)
    expect(await openFileKey(isolate(env), await key(env, STAFF_LINK_MS))).toBe('k')
  })

  test('no isolate is asked to open what it cannot, at whichever second of the minutes after', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    const env = database()
    const isolates = Array.from({ length: 4 }, () => isolate(env))
    for (const one of isolates) {
      await key(one, DAY)
      vi.setSystemTime(Date.now() + 17_000)
    }
    replaceSigningKey(env.d1)
    for (let second = 0; second < 300; second += 7) {
      vi.setSystemTime(51_000 + second * 1000)
      for (const signer of isolates) {
        const signed = await signReference(signer, HOLDER, 'r')
        for (const reader of isolates) expect(await openReference(reader, HOLDER, signed)).toBe('r')
      }
    }
    const link = await key(env, DAY)
    expect(link).toBe(signedWith(newestKey(env), 'k', Date.now() + DAY))
  })

  test('twice, the first still opens what it has signed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    const env = database()
    const link = await key(env, STAFF_LINK_MS)
    for (const day of [1, 2]) {
      vi.setSystemTime(day * DAY)
      replaceSigningKey(env.d1)
    }
    vi.setSystemTime(30 * DAY)
    expect(await openFileKey(isolate(env), link)).toBe('k')
  })
})
