import { randomBytes } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import errors from '../../app/i18n/en/error.json'
import { MEGABYTE } from '../../functions/contract/attachments.ts'
import type { Problem } from '../../functions/contract/problem.ts'
import { postForm, PROPOSAL_FORM } from '../support/posted-form.ts'
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

  test('beyond those that an isolate takes at once is a 503 that says when to come again, and is taken once others have ended', async () => {
    const client = newClient()
    const sent = (headers = {}) => upload(both.site, [pdf('a.pdf', 5.5 * MEGABYTE)], { headers })
    const own = { 'cf-connecting-ip': client }
    const opened = Array.from({ length: 10 }, () => begin(client))
    try {
      // The one that is sent may have been quicker, and the tenth of them refused.
      await expect
        .poll(
          async () => {
            opened.push(begin(client))
            return (await sent(own)).status
          },
          { interval: 1000 },
        )
        .toBe(503)
      const busy = await sent(own)
      expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await busy.json()).toMatchObject({ code: 'busy', status: 503 })
      // Other clients go on beside it.
      expect((await sent()).status).toBe(200)
    } finally {
      for (const post of opened) post.destroy()
    }
    await expect.poll(async () => (await sent(own)).status, { interval: 1000 }).toBe(200)
  })

  test('of a form without scripts that finds no memory leaves everything that was typed, and says so', async () => {
    const [one, other] = [newClient(), newClient()]
    const opened = [...Array.from({ length: 10 }, () => begin(one)), begin(other), begin(other)]
    const post = (files?: File) =>
      postForm(
        both.site,
        '/support/affiliate',
        { ...PROPOSAL_FORM, ...(files && { proposal_file: files }) },
        {
          'accept-language': 'en',
          'cf-connecting-ip': newClient(),
        },
      )
    try {
      await expect
        .poll(
          async () => {
            opened.push(begin(newClient()))
            return (await post(pdf('a.pdf', 6 * MEGABYTE))).status
          },
          { interval: 1000 },
        )
        .toBe(503)
      const page = await post(pdf('a.pdf', 6 * MEGABYTE))
      expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
      const html = await page.text()
      for (const text of ['Together', 'Gaon &amp; Co', 'kim@gaon.example', errors.code.busy])
        expect(html).toContain(text)
      // Without files it needs no memory.
      expect((await post()).status).toBe(303)
    } finally {
      for (const one of opened) one.destroy()
    }
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
