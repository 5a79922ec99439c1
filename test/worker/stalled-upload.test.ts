import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { MEGABYTE } from '../../functions/contract/limits.ts'
import type { Problem } from '../../functions/contract/problem.ts'
import { remoteSite } from '../support/shared-sites.ts'

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
})
