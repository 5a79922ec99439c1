import { afterEach, expect, test, vi } from 'vitest'
import { crashResponse } from '../../../../app/request/crash-response'

afterEach(() => vi.restoreAllMocks())

test('a handler that throws gives a page with status 500, whose request id is in the log too', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const address = 'https://partner-a.example/support/notice?subject=secretword'
  const request = new Request(address, { headers: { 'accept-language': 'ko' } })
  const answer = await crashResponse(new TypeError('secretword'), request, 'request-1')
  expect(answer.status).toBe(500)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*style-src 'self' 'sha256-/)
  expect(answer.headers.get('strict-transport-security')).toContain('max-age=')
  const html = await answer.text()
  expect(html).toContain('<html lang="ko" data-brand="partner-a">')
  expect(html).toContain('일시적인 오류가 발생했습니다.')
  const line = String(log.mock.calls[0]?.[0])
  expect(JSON.parse(line)).toMatchObject({
    code: 'unhandled',
    request_id: answer.headers.get('x-request-id'),
    path: '/*',
    error: 'TypeError',
    stack: expect.arrayContaining([expect.stringMatching(/^at /)]),
  })
  expect(line + html).not.toContain('secretword')
})
