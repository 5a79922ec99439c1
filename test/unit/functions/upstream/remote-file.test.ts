import { expect, test } from 'vitest'
import { remoteFiles } from '../../../../functions/upstream/remote/file.ts'
import type { HttpClient } from '../../../../functions/upstream/remote/http-client.ts'
import type { UpstreamCall } from '../../../../functions/upstream/upstream.ts'

test.each([
  ['20971520', 20_971_520],
  ['0', 0],
  ['-1', null],
  ['1e400', null],
  ['1e3', null],
  ['99999999999999999999', null],
  ['5, 5', null],
  ['', null],
])('a file that comes with the length "%s" has the size %s', async (length, size) => {
  const answer = { headers: new Headers({ 'content-length': length }), body: new Response('x').body }
  const client = { timeoutMs: 1000, request: async () => answer } as unknown as HttpClient
  expect((await remoteFiles(client).readFile('k', {} as UpstreamCall)).size).toBe(size)
})
