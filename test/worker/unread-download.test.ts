import { get, type IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { MEGABYTE } from '../../functions/contract/limits.ts'
import { pdf } from '../support/sample-files.ts'
import { remoteSite } from '../support/shared-sites.ts'
import { newClient, upload } from '../support/visitor-calls.ts'

/* A file of its own, because it only waits. */
describe('downloads of which a client reads nothing', () => {
  const both = remoteSite()

  test('are six at once, and end after half a minute, so that they hold no call of the upstream; heads hold none', async () => {
    const { site, upstream } = both
    // Larger than what lies in the buffers on the way.
    const stored = await upload(site, [pdf('a.pdf', 20 * MEGABYTE)])
    const { data: reference } = (await stored.json()) as { data: string }
    const selected = await site.call('file/select', { file_id: reference })
    const { data: files } = (await selected.json()) as { data: { file_key: string }[] }
    const path = `/api/file/read/${files[0]?.file_key}/download`
    const headers = { 'cf-connecting-ip': newClient() }
    const open = () =>
      new Promise<IncomingMessage>((begun, fail) => {
        get(new URL(path, site.url), { headers: { ...headers, host: 'www.example' } }, begun).on('error', fail)
      })
    const unread = await Promise.all(Array.from({ length: 6 }, open))
    expect(unread.map(({ statusCode }) => statusCode)).toEqual(unread.map(() => 200))
    expect((await site.fetch(path, { headers })).status).toBe(429)
    expect(upstream.downloads).toBe(6)
    await expect.poll(() => upstream.downloads, { timeout: 60_000 }).toBe(0)
    for (let asked = 0; asked < 7; asked++)
      expect((await site.fetch(path, { method: 'HEAD', headers })).headers.get('content-length')).toBe(
        String(20 * MEGABYTE),
      )
    const whole = await site.fetch(path, { headers })
    expect((await whole.arrayBuffer()).byteLength).toBe(20 * MEGABYTE)
    for (const download of unread) download.destroy()
  })
})
