import { beforeAll, describe, expect, test } from 'vitest'
import { BOARD_GROUPS, LISTING_HEADER } from '../../functions/contract/board.ts'
import { read } from '../architecture/tree.ts'
import { OpenApi } from '../support/open-api.ts'
import { signIn } from '../support/operator.ts'
import { pdf } from '../support/sample-files.ts'
import { embeddedSite, remoteSite } from '../support/shared-sites.ts'
import type { Site } from '../support/site.ts'
import { newClient, PROPOSAL, SALES, sendInquiry, upload } from '../support/visitor-calls.ts'

const embedded = embeddedSite()
const remote = remoteSite()
const ORIGIN = 'http://www.example'
const ADDRESS = `${ORIGIN}/api/openapi.json`

describe('/api/openapi.json', () => {
  let api: OpenApi
  beforeAll(async () => {
    api = await OpenApi.of(await embedded.site.fetch(ADDRESS))
  })

  const ask = (site: Site, path: string, init: { body?: unknown; headers?: Record<string, string> } = {}) =>
    site.fetch(ORIGIN + path, {
      headers: {
        cookie: 'XSRF-TOKEN=t',
        'cf-connecting-ip': newClient(),
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
        ...init.headers,
      },
      ...(init.body !== undefined && { method: 'POST', body: JSON.stringify(init.body) }),
    })
  const post = async (site: Site, path: string, body: object, headers?: Record<string, string>) => {
    api.expectBody(`post ${path}`, body)
    return (await api.expectAnswer(`post ${path}`, await ask(site, path, { body, ...(headers && { headers }) }))) as {
      data: never
    }
  }

  test('names every route of the public API, and no other', () => {
    const routes = [...read('functions/index.ts').matchAll(/^api\.(get|post)\('([^']+)'/gm)].map(
      ([, method, path = '']) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    expect(routes.length).toBeGreaterThan(10)
    expect(api.calls.toSorted()).toEqual(routes.toSorted())
  })

  test.each(['embedded', 'remote'] as const)('says what the boards answer with the %s upstream', async (kind) => {
    const { site } = kind === 'embedded' ? embedded : remote
    for (const group_uuid of Object.values(BOARD_GROUPS)) {
      const { data: rows } = (await post(site, '/api/board/selectList', { group_uuid })) as {
        data: { board_uuid: string }[]
      }
      await post(site, '/api/board/selectSubCategory', { group_uuid })
      await post(site, '/api/board/selectList', { group_uuid }, { [LISTING_HEADER]: 'size=2' })
      const board_uuid = rows[0]?.board_uuid
      if (board_uuid === undefined) continue
      await post(site, '/api/board/selectList', { group_uuid }, { [LISTING_HEADER]: `around=${board_uuid}` })
      await post(site, '/api/board/selectDetail', { board_uuid })
    }
    await post(site, '/api/board/selectDetail', { board_uuid: 'no-such-entry' })
  })

  test('says what inquiries answer, stored and delivered', async () => {
    const state = 'get /api/board/inquiry/{receipt}'
    const send = async (site: Site, body: object) => {
      api.expectBody('post /api/board/inquiry', body)
      const answer = await api.expectAnswer('post /api/board/inquiry', await sendInquiry(site, body))
      const { receipt } = (answer as { data: { receipt: string } }).data
      await api.expectAnswer(state, await ask(site, `/api/board/inquiry/${receipt}`))
      return receipt
    }
    await send(embedded.site, PROPOSAL)
    const receipt = await send(embedded.site, SALES)
    const operator = await signIn(embedded.site)
    await operator.ask('PATCH', `/api/admin/inquiries/${receipt}`, { processed: true })
    await api.expectAnswer(state, await ask(embedded.site, `/api/board/inquiry/${receipt}`))
    await operator.ask('DELETE', `/api/admin/inquiries/${receipt}`)
    await api.expectAnswer(state, await ask(embedded.site, `/api/board/inquiry/${receipt}`))
    remote.upstream.faults.set('board/inquiry', { kind: 'status', status: 503 })
    await send(remote.site, SALES)
    remote.upstream.faults.clear()
    await api.expectAnswer(state, await ask(embedded.site, `/api/board/inquiry/${crypto.randomUUID()}`))
    await api.expectAnswer('post /api/board/inquiry', await sendInquiry(embedded.site, {}))
  })

  test('says what files answer', async () => {
    const { site } = embedded
    const sent = await api.expectAnswer('post /api/file/upload', await upload(site, [pdf('offer.pdf', 300)]))
    const { data } = await post(site, '/api/file/select', { file_id: (sent as { data: string }).data })
    const [{ file_key } = { file_key: '' }] = data as { file_key: string }[]
    const download = 'get /api/file/read/{fileKey}/download'
    await api.expectAnswer(download, await ask(site, `/api/file/read/${encodeURIComponent(file_key)}/download`))
    await api.expectAnswer(download, await ask(site, '/api/file/read/no-such-key/download'))
    const bad = new File(['MZ'], 'program.exe')
    await api.expectAnswer('post /api/file/upload', await upload(site, [bad]))

    const operator = await signIn(site)
    const kept = await operator.post('/api/admin/files', { file: pdf('guide.pdf', 300) })
    const file = ((await kept.json()) as { data: { file_key: string } }).data.file_key
    await operator.ask('POST', '/api/admin/downloads', { file_key: file, title: `Guide ${crypto.randomUUID()}` })
    const listed = await api.expectAnswer('get /content/downloads', await ask(site, '/content/downloads'))
    const own = (listed as { data: { file: string }[] }).data.find((one) => one.file.includes(file))
    const content = 'get /content/{key}/{name}'
    const given = await ask(site, own?.file ?? '')
    const headers = { 'if-none-match': given.headers.get('etag') ?? '' }
    await api.expectAnswer(content, given)
    await api.expectAnswer(content, await ask(site, own?.file ?? '', { headers }))
  })

  test('says what the health of the site and itself answer, and nothing that no test has seen', async () => {
    for (const path of ['/healthz', '/readyz', '/api/openapi.json'])
      await api.expectAnswer(`get ${path}`, await ask(embedded.site, path))
    // test/worker/settings.test.ts has a site that is not ready.
    expect(api.unseen).toEqual(['get /readyz 503'])
  })
})
