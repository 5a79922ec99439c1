import { expect, test } from 'vitest'
import { siteOf } from '../../../../app/admin/frame/site-address'

test.each<[string, string | null, string]>([
  ['http://127.0.0.1:8787/admin', null, ''],
  ['http://127.0.0.1:8787/admin', 'vcp-x', ''],
  ['http://127.0.0.1:8787/admin', 'partner-a', 'http://partner-a.localhost:8787'],
  ['http://[::1]:8787/admin', 'partner-a', 'http://partner-a.localhost:8787'],
  ['http://127.0.0.1/admin', 'partner-a', 'http://partner-a.localhost'],
  ['http://partner-a.localhost:8787/admin', 'partner-a', ''],
  ['https://partner-a.example/admin', 'partner-a', ''],
  ['https://www.vcp-x.example/admin', 'partner-a', 'https://partner-a.example'],
  ['https://partner-a.example/admin', 'vcp-x', 'https://www.vcp-x.example'],
])('from %s a link to the pages of %s leads to "%s"', (address, brandId, site) => {
  expect(siteOf(address, brandId)).toBe(site)
})
