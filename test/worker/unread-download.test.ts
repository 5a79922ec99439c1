import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { MEGABYTE } from '../../functions/contract/limits.ts'
import { pdf } from '../support/sample-files.ts'
import { remoteSite } from '../support/shared-sites.ts'
import { newClient, upload } from '../support/visitor-calls.ts'

/* A file of its own, because it only waits. */
describe('downloads of which a client reads nothing', () => {
  const both = remoteSite()
  /** Uploads a file. @returns the path of its download */
  const downloadOf = async (bytes: number) => {
    const stored = await upload(both.site, [pdf('a.pdf', bytes)])
    const { data: reference } = (await stored.json()) as { data: string }
    const selected = await both.site.call('file/select', { file_id: reference })
    const { data: files } = (await selected.json()) as { data: { file_key: string }[] }
    return `/api/file/read/${files[0]?.file_key}/download`
  }

  test('are six at once, and end after half a minute, so that they hold no call of the upstream; heads hold none', async () => {
    const { site, upstream } = both
    // Larger than what lies in the buffers on the way.
    const path = await downloadOf(20 * MEGABYTE)
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

  // The platform drops what goes on half a minute after its client has gone, with whatever that would have given back.
  test('because it has gone before the first byte leave their places well within half a minute', async () => {
    const { site, upstream } = both
    const path = await downloadOf(3 * MEGABYTE)
    const client = newClient()
    upstream.faults.set('file/read', { kind: 'slow', ms: 1000 })
    const abandon = () =>
      new Promise<void>((gone) => {
        const socket = connect(Number(site.url.port), '127.0.0.1', () => {
          socket.write(`GET ${path} HTTP/1.1\r\nHost: www.example\r\nCF-Connecting-IP: ${client}\r\n\r\n`)
          setTimeout(() => socket.resetAndDestroy(), 500)
        })
        socket.on('close', () => gone())
      })
    await Promise.all(Array.from({ length: 6 }, abandon))
    const statusOf = async () => {
      const answer = await site.fetch(path, { headers: { 'cf-connecting-ip': client } })
      await answer.arrayBuffer()
      return answer.status
    }
    expect(await statusOf()).toBe(429)
    await expect.poll(statusOf, { timeout: 20_000, interval: 500 }).toBe(200)
  })
})
