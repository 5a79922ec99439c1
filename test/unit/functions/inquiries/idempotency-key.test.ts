import { v4, validate } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { InquiryBody } from '../../../../functions/contract/inquiry-body.ts'
import { InvalidBodyError } from '../../../../functions/errors.ts'
import { hashesOf, isSameInquiry, keyOfCall, keyOfPostedForm } from '../../../../functions/inquiries/idempotency-key.ts'
import { inquiry } from '../../../support/site-under-test.ts'

const HOUR = 3_600_000

test('the key of a call is the one that it sends, in one spelling, or a new one', () => {
  const own = v4()
  expect(keyOfCall(own.toUpperCase())).toEqual({ key: own })
  expect(keyOfCall(undefined)).toEqual({ key: expect.toSatisfy(validate) })
  expect(() => keyOfCall('mine')).toThrow(InvalidBodyError)
})

describe('the key of a posted form', () => {
  const token = v4()
  const form = {
    kind: 'sales' as const,
    values: { subject: 'Price' },
    files: [['files', 'a.pdf', 'one'] as ['files', string, string]],
  }

  test('is derived: for an hour the same contents from the same browser have the same', () => {
    const derived = keyOfPostedForm(token, form)
    expect(derived).toEqual({ key: expect.toSatisfy(validate), keyLifeMs: HOUR })
    expect(keyOfPostedForm(token, form)).toEqual(derived)
    for (const [otherToken, other] of [
      [v4(), form],
      [token, { ...form, kind: 'partnership' as const }],
      [token, { ...form, values: { subject: 'Prices' } }],
      [token, { ...form, files: [['files', 'a.pdf', 'two'] as ['files', string, string]] }],
    ] as const)
      expect(keyOfPostedForm(otherToken, other).key).not.toBe(derived.key)
  })

  test.each([null, 't'])('is a new one each time where nothing tells the browser: token %s', (unknown) => {
    const [one, other] = [keyOfPostedForm(unknown, form), keyOfPostedForm(unknown, form)]
    expect(one).toEqual({ key: expect.toSatisfy(validate) })
    expect(other.key).not.toBe(one.key)
  })
})

describe('contents under one key', () => {
  const file = { field: 'files', name: 'a.pdf', sha256: 'one' }
  const call = { day: '2026-11-20', way: 'spoken', language: 'ko' } as const
  const hashes = (changed: Partial<InquiryBody> = {}, beside: Partial<Parameters<typeof hashesOf>[0]> = {}) =>
    hashesOf({
      inquiry: { ...inquiry, ...changed } as InquiryBody,
      telephone: null,
      files: [],
      elsewhere: [],
      ...beside,
    })
  const areSame = async (one: ReturnType<typeof hashes>, other: ReturnType<typeof hashes>) => {
    const { contentsHash, namesHash } = await one
    return isSameInquiry(await other, { contents_hash: contentsHash, names_hash: namesHash })
  }

  test.each<[string, Partial<InquiryBody>]>([
    ['another version of the policy', { privacy_version: '20250701' }],
    ['another period of the consent', { processed_months: 2 }],
    ['a filled honeypot field', { website: true }],
  ])('are the same with %s', async (_, changed) => {
    expect(await areSame(hashes(), hashes(changed))).toBe(true)
  })

  test('are the same with a field that is left out and an empty one', async () => {
    const { phone_number_homepage: _number, ...others } = inquiry
    const left = hashesOf({ inquiry: others as InquiryBody, telephone: null, files: [], elsewhere: [] })
    expect(await areSame(left, hashes({ phone_number_homepage: '' }))).toBe(true)
  })

  test('are the same with the same files under another reference, and under the same reference once they are gone here', async () => {
    const here = hashes({ file_ref_id: 'r1' }, { files: [file] })
    expect(await areSame(here, hashes({ file_ref_id: 'r2' }, { files: [file] }))).toBe(true)
    expect(await areSame(here, hashes({ file_ref_id: 'r1' }, { elsewhere: ['r1'] }))).toBe(true)
    expect(await areSame(here, hashes({ file_ref_id: 'r2' }, { elsewhere: ['r2'] }))).toBe(false)
    expect(await areSame(here, hashes({ file_ref_id: 'r2' }, { files: [{ ...file, sha256: 'two' }] }))).toBe(false)
  })

  test('of a call are others with another day, way or language of the answer', async () => {
    const called = hashes({}, { telephone: call })
    expect(await areSame(called, hashes({}, { telephone: { ...call } }))).toBe(true)
    for (const changed of [{ day: '2026-11-21' }, { way: 'written' }, { language: 'en' }] as const)
      expect(await areSame(called, hashes({}, { telephone: { ...call, ...changed } }))).toBe(false)
  })
})
