import { expect, test } from 'vitest'
import { hstsOf } from '../../../../functions/brand/hsts.ts'

test.each([
  ['http://www.vcp-x.example/', null],
  ['https://www.vcp-x.example/', 'max-age=63072000; includeSubDomains'],
  ['https://partner-a.example/', 'max-age=63072000'],
  ['https://vcp-x-home.someone.workers.dev/', 'max-age=63072000'],
])('%s binds its subdomains only where it is the own host', (url, expected) => {
  expect(hstsOf(url)).toBe(expected)
})
