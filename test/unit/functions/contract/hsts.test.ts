import { expect, test } from 'vitest'
import { hstsOf } from '../../../../functions/contract/hsts.ts'

const OWN = 'https://www.vcp-x.example'

test.each([
  ['http://www.vcp-x.example/', OWN, null],
  ['https://www.vcp-x.example/', OWN, 'max-age=63072000; includeSubDomains'],
  ['https://partner-a.example/', OWN, 'max-age=63072000'],
  ['https://vcp-x-home.someone.workers.dev/', OWN, 'max-age=63072000'],
  ['https://partner-a.example/', null, 'max-age=63072000'],
])('%s binds its subdomains only where it is the own host', (url, own, expected) => {
  expect(hstsOf(url, own)).toBe(expected)
})
