import { expect, test } from 'vitest'
import { matchesEtag, rangeOf } from '../../../../functions/contract/conditional-request.ts'

test.each<[string, ReturnType<typeof rangeOf>]>([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=10-', { first: 10, last: 99 }],
  ['bytes=-1', { first: 99, last: 99 }],
  ['bytes=-200', { first: 0, last: 99 }],
  ['bytes=90-200', { first: 90, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-3', null],
  ['bytes=500-300', null],
  ['bytes=-', null],
  ['bytes=1-2,4-5', null],
  ['bytes 1-2', null],
])('of a hundred bytes %s is %o', (range, part) => {
  expect(rangeOf(new Headers({ range }), '"a"', 100)).toEqual(part)
})

test('a part is only given of the version that the client has', () => {
  const range = 'bytes=1-'
  expect(rangeOf(new Headers({ range, 'if-range': '"a"' }), '"a"', 10)).toEqual({ first: 1, last: 9 })
  for (const other of ['"b"', 'W/"a"', 'Fri, 27 Nov 2026 00:00:00 GMT'])
    expect(rangeOf(new Headers({ range, 'if-range': other }), '"a"', 10)).toBe(null)
})

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a" ,"c"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  [undefined, false],
])('a client with %s has it: %s', (tags, isKnown) => {
  expect(matchesEtag(tags, '"a"')).toBe(isKnown)
})
