import { expect, test } from 'vitest'
import { signingKeys, type SigningSettings } from '../../../../functions/http/signing-keys.ts'
import { sign, verify } from '../../../../functions/http/signature.ts'
import { UpstreamFailedError } from '../../../../functions/errors.ts'

const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string]
const settings = (SIGNING_KEY: 'A' | 'B', SIGNING_KEY_A: string, SIGNING_KEY_B = ''): SigningSettings => ({
  SIGNING_KEY,
  SIGNING_KEY_A,
  SIGNING_KEY_B,
})
const DAY = 24 * 3_600_000

test('a key is replaced in three steps, and at none of them anything that was signed fails', async () => {
  // The new key is set; the other one signs on; the new one signs; and, for the next time, the other way round.
  const steps = [
    settings('A', FIRST),
    settings('A', FIRST, SECOND),
    settings('B', FIRST, SECOND),
    settings('B', THIRD, SECOND),
    settings('A', THIRD, SECOND),
  ]
  for (const [index, step] of steps.slice(0, 3).entries()) {
    const signed = await sign(step, ['file'], 'k', DAY)
    // A version is replaced while another one still answers.
    for (const other of steps.slice(Math.max(0, index - 1), 3)) expect(await verify(other, ['file'], signed)).toBe('k')
  }
  const [old, , present, next, last] = steps as [
    SigningSettings,
    SigningSettings,
    SigningSettings,
    SigningSettings,
    SigningSettings,
  ]
  const ofOld = await sign(old, ['file'], 'k', DAY)
  expect(await verify(present, ['file'], ofOld)).toBe('k')
  // What the first one has signed ends with it.
  expect(await verify(next, ['file'], ofOld)).toBeNull()
  expect(await verify(last, ['file'], await sign(present, ['file'], 'k', DAY))).toBe('k')
})

test('without the key that signs nothing is signed, and the reason is told', async () => {
  await expect(signingKeys(settings('B', FIRST))).rejects.toThrow('The setting SIGNING_KEY_B is missing.')
  await expect(sign(settings('A', ''), ['file'], 'k', DAY)).rejects.toBeInstanceOf(UpstreamFailedError)
})
