import { afterEach, expect, test, vi } from 'vitest'
import {
  openFileKey,
  openReference,
  signFileKeys,
  signReference,
  VISITOR_LINK_MS,
} from '../../../../functions/attachments/signed-reference.ts'
import { UNCLAIMED_MS } from '../../../../functions/contract/retention.ts'
import { UpstreamFailedError } from '../../../../functions/errors.ts'
import { otherSpelling } from '../../../support/base64url.ts'

/** One row in memory; `fails` is a database that is down. */
function database({ fails = false } = {}): { DB: D1Database; made: number } {
  const state = { made: 0, value: '' }
  const statement = (values: string[]) => ({
    bind: (...bound: string[]) => statement(bound),
    run: async () => {
      if (fails) throw new Error('down')
      state.made++
      state.value ||= values[1] ?? ''
    },
    first: async () => state.value,
  })
  return Object.assign(state, { DB: { prepare: () => statement([]) } as unknown as D1Database })
}
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
  vi.advanceTimersByTime(UNCLAIMED_MS + 1000)
  await expect(openReference(env, HOLDER, reference)).rejects.toThrow('There is no such file reference')
  expect(await openFileKey(env, file?.file_key ?? '')).toBe('k.2')
  vi.advanceTimersByTime(VISITOR_LINK_MS - UNCLAIMED_MS)
  await expect(openFileKey(env, file?.file_key ?? '')).rejects.toThrow('There is no such file')
  expect(env.made).toBe(1)
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

test('a database that is down is an upstream failure', async () => {
  await expect(signReference(database({ fails: true }), HOLDER, 'r')).rejects.toBeInstanceOf(UpstreamFailedError)
})
