import { randomBytes } from 'node:crypto'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { MEGABYTE } from '../../functions/contract/limits.ts'
import type { Problem } from '../../functions/contract/problem.ts'
import { PROPOSAL_FORM } from '../support/posted-form.ts'
import { pdf } from '../support/sample-files.ts'
import { remoteSite } from '../support/shared-sites.ts'
import { newClient, upload } from '../support/visitor-calls.ts'

/* A file of its own, because it only waits. */
describe('an upload of a file larger than one part', () => {
  const both = remoteSite()
  const objectKeys = async () => (await both.site.env.FILES.list()).objects.map(({ key }) => key)

  test('that stops arriving is a 408 after half a minute, and its parts are aborted', async () => {
    const before = await objectKeys()
    const half = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n'),
      Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(7 * MEGABYTE)]),
    ])
    const { status, body } = await new Promise<{ status: number | undefined; body: string }>((done, fail) => {
      const post = request(
        new URL('/api/file/upload', both.site.url),
        {
          method: 'POST',
          headers: {
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': 20 * MEGABYTE,
            cookie: 'XSRF-TOKEN=t',
            'x-xsrf-token': 't',
          },
        },
        (answer) => {
          text(answer).then((body) => done({ status: answer.statusCode, body }), fail)
        },
      )
      post.on('error', fail)
      post.write(half)
    })
    expect([status, (JSON.parse(body) as Problem).code]).toEqual([408, 'request-timeout'])
    expect(await objectKeys()).toEqual(before)
  })

  test('of one client has five others beside it, other clients go on, and a client that went away leaves its place', async () => {
    const client = newClient()
    const sent = async (headers = {}) => (await upload(both.site, [pdf('a.pdf', 50)], { headers })).status
    const own = { 'cf-connecting-ip': client }
    const opened = Array.from({ length: 5 }, () => begin(client))
    expect(await sent(own)).toBe(200)
    // Its own minute is left for all that it sends here.
    const seldom = { interval: 1000 }
    // The one that is sent may have been quicker, and the sixth of them refused.
    await expect
      .poll(() => {
        opened.push(begin(client))
        return sent(own)
      }, seldom)
      .toBe(429)
    expect(await sent()).toBe(200)
    for (const post of opened) post.destroy()
    await expect.poll(() => sent(own), seldom).toBe(200)
  })

  test('of two clients that hold all memory and send a little now and then gives it to others', async () => {
    const held = ['2001:db8:5:100::1', '2001:db8:5:101::1'].flatMap((client) =>
      Array.from({ length: 6 }, () => begin(client, 3.8 * MEGABYTE)),
    )
    const trickle = setInterval(() => held.forEach((post) => post.write(randomBytes(2200))), 1000)
    try {
      // Until all of it is taken.
      await sleep(3000)
      const sent = async () => (await upload(both.site, [pdf('a.pdf', 4.5 * MEGABYTE)])).status
      await Promise.all(Array.from({ length: 3 }, () => expect.poll(sent, { timeout: 60_000 }).toBe(200)))
    } finally {
      clearInterval(trickle)
      for (const post of held) post.destroy()
    }
  })

  test('of a form without scripts, whose memory others get, leaves everything that was typed', async () => {
    const { recipient_type, subject, content, ...behind } = PROPOSAL_FORM
    const partsOf = (texts: Record<string, string>) =>
      Object.entries(texts).map(
        ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
    const file = '--x\r\nContent-Disposition: form-data; name="proposal_file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n'
    const headers = {
      host: 'www.example',
      origin: 'http://www.example',
      'accept-language': 'en',
      'content-type': 'multipart/form-data; boundary=x',
      'cf-connecting-ip': newClient(),
    }
    let slow!: ClientRequest
    const page = new Promise<string>((done, fail) => {
      const answered = (answer: IncomingMessage) => void text(answer).then(done, fail)
      slow = request(new URL('/support/affiliate', both.site.url), { method: 'POST', headers }, answered)
      slow.on('error', fail)
    })
    slow.write([...partsOf({ recipient_type, subject, content }), file].join(''))
    slow.write(randomBytes(2.1 * MEGABYTE))
    await sleep(1000)
    const quick = [newClient(), newClient()].flatMap((client, nth) =>
      Array.from({ length: 4 - nth }, () => begin(client, 4.1 * MEGABYTE)),
    )
    const trickle = setInterval(() => {
      for (const post of quick) if (!post.destroyed) post.write(randomBytes(50_000))
      slow.write(randomBytes(2200))
    }, 1000)
    try {
      await sleep(2000)
      await upload(both.site, [pdf('a.pdf', 4.5 * MEGABYTE)])
    } finally {
      clearInterval(trickle)
      for (const post of quick) post.destroy()
    }
    slow.end(`\r\n${partsOf(behind).join('')}--x--\r\n`)
    for (const typed of ['Together', 'Gaon &amp; Co', 'kim@gaon.example']) expect(await page).toContain(typed)
  })

  /** Begins an upload of 20 MB and sends the first of them. */
  function begin(client: string, bytes = MEGABYTE): ClientRequest {
    const post = request(new URL('/api/file/upload', both.site.url), {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 20 * MEGABYTE,
        cookie: 'XSRF-TOKEN=t',
        'x-xsrf-token': 't',
        'cf-connecting-ip': client,
      },
    })
    post.on('error', () => undefined)
    post.write('--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n')
    post.write(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)]))
    return post
  }
})
