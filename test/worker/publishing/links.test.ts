import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Operator, signIn } from '../../support/operator.ts'
import { embeddedSite } from '../../support/shared-sites.ts'

/** Connections that a Worker may have open at a time. */
const CONNECTIONS = 6

let server: Server
let origin: string
/** Requests that have no answer yet, and the most there were at a time. */
let open: ServerResponse[] = []
let most = 0
let asked: string[] = []
/** How many have to wait together before the server answers them. */
let together = 1

const served = embeddedSite()
let operator: Operator
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    asked.push(url)
    open.push(response)
    most = Math.max(most, open.length)
    if (open.length < together) return
    for (const waiting of open.splice(0)) waiting.writeHead(url.startsWith('/gone') ? 404 : 200).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  operator = await signIn(served.site)
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})
beforeEach(() => {
  ;[open, most, asked, together] = [[], 0, [], 1]
})

const links = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `[${index}](${origin}/${name}-${index})`).join(' ')

/** Presses 'Publish now' in the editor of a new notice. */
async function publish(contents: string, contents_en: string): Promise<Response> {
  const text = { sub_category_id: 'all:n-service', subject: '공지', subject_en: 'Notice', contents, contents_en }
  const { board_uuid, basis } = await operator.ask<{ board_uuid: string; basis: string }>(
    'POST',
    '/api/admin/notices',
    text,
  )
  return operator.post(`/admin/notices/${board_uuid}`, { ...text, white_label: '', basis, action: 'publish' })
}

test('before publishing links are asked for six at a time, each once', async () => {
  together = CONNECTIONS
  const answer = await publish(links(12, 'page'), `${links(12, 'page')} [own](/support/notice)`)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining('done=published')])
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
  expect([asked.length, most]).toEqual([12, CONNECTIONS])
})

test('a link that leads nowhere is named, of the site itself too', async () => {
  const answer = await publish(`[here](${origin}/here) [gone](${origin}/gone)`, '[own](/nowhere)')
  const page = await answer.text()
  expect(answer.status).toBe(422)
  for (const address of [`${origin}/gone`, '/nowhere']) expect(page).toContain(`<code>${address}</code>`)
  expect(page).not.toContain(`<code>${origin}/here</code>`)
})

test('links that do not answer cost one deadline for all of them, and are said not to be checked', async () => {
  together = Infinity
  const answer = await publish(links(20, 'slow'), links(20, 'slower'))
  const page = await answer.text()
  expect(answer.status).toBe(422)
  expect(page.match(/could not be checked in time/g)).toHaveLength(40)
  expect(page).not.toContain('This link does not open')
  expect([asked.length, most]).toEqual([CONNECTIONS, CONNECTIONS])
})
