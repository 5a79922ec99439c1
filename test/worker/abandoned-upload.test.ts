import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { MEGABYTE } from '../../functions/contract/attachments.ts'
import { remoteSite } from '../support/shared-sites.ts'
import { newClient, upload } from '../support/visitor-calls.ts'
import { pdf } from '../support/sample-files.ts'

describe('uploads whose clients go away while their files are stored', () => {
  const both = remoteSite()
  const body = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7\n'),
    randomBytes(5.3 * MEGABYTE),
    Buffer.from('\r\n--x--\r\n'),
  ])
  /** Sends a file whole and loses the line so long after its last byte. */
  const abandon = (client: string, afterMs: number) =>
    new Promise<void>((done) => {
      const socket = connect(Number(both.site.url.port), '127.0.0.1', () => {
        const head = [
          'POST /api/file/upload HTTP/1.1',
          'Host: www.example',
          'Content-Type: multipart/form-data; boundary=x',
          `Content-Length: ${body.length}`,
          'Cookie: XSRF-TOKEN=t',
          'X-XSRF-TOKEN: t',
          `CF-Connecting-IP: ${client}`,
        ]
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
        socket.write(body, () => setTimeout(() => socket.resetAndDestroy(), afterMs))
      })
      socket.on('error', () => undefined)
      socket.on('close', () => done())
    })
  const statusOf = async (client: string, bytes: number) =>
    (await upload(both.site, [pdf('a.pdf', bytes)], { headers: { 'cf-connecting-ip': client } })).status

  test('leave their memory and their places to others', async () => {
    const clients = Array.from({ length: 8 }, () => newClient())
    for (const client of clients) await Promise.all(Array.from({ length: 6 }, (_, nth) => abandon(client, nth * 7)))
    await expect.poll(() => statusOf(newClient(), 4.9 * MEGABYTE)).toBe(200)
    // Seldom enough that it is not the minute of a client that refuses.
    for (const client of clients) await expect.poll(() => statusOf(client, 3000), { interval: 1000 }).toBe(200)
  })
})
