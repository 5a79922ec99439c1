import { afterEach, expect, test, vi } from 'vitest'
import {
  openFileKey,
  openReference,
  signFileKeys,
  signReference,
  VISITOR_LINK_MS,
} from '../../../../functions/attachments/signed-reference.ts'
import type { SigningSettings } from '../../../../functions/http/signing-keys.ts'
import { STAGED_KEPT_MS } from '../../../../functions/attachments/staged-files.ts'
import { otherSpelling } from '../../../support/base64url.ts'

const site = (key = 'a'): SigningSettings => ({ SIGNING_KEY: 'A', SIGNING_KEY_A: key.repeat(32), SIGNING_KEY_B: '' })
const HOLDER = { brandId: 'vcp-x', visitor: 'a' }

afterEach(() => vi.useRealTimers())

test('a signed reference and a signed key open what was signed, until they expire', async () => {
  vi.useFakeTimers()
  const env = site()
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
})

test('a reference does not open as a key', async () => {
  const env = site()
  await expect(openFileKey(env, await signReference(env, HOLDER, 'r'))).rejects.toThrow('There is no such file')
})

test('a signature is accepted in one spelling only', async () => {
  const env = site()
  const signed = await signReference(env, HOLDER, 'r')
  const other = otherSpelling(signed)
  const bytes = (text: string) => Buffer.from(text.split('.').at(-1) ?? '', 'base64url')
  expect([other === signed, bytes(other)]).toEqual([false, bytes(signed)])
  await expect(openReference(env, HOLDER, other)).rejects.toThrow('There is no such file reference')
  expect(await openReference(env, HOLDER, signed)).toBe('r')
})

test('another site has another key', async () => {
  const signed = await signReference(site('a'), HOLDER, 'r')
  await expect(openReference(site('b'), HOLDER, signed)).rejects.toThrow('There is no such file reference')
})
