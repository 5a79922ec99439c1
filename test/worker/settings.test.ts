import { readFile, rm, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startSite } from '../support/site.ts'

test('an invalid setting is reported to the operator in one sentence and not to visitors', async () => {
  const site = await startSite({ upstream: 'upstream.example/api' })
  try {
    const ready = await site.fetch('/readyz')
    expect(ready.status).toBe(503)
    const sentence =
      'The Worker\'s settings have faults: UPSTREAM_URL: "upstream.example/api" is not an origin; write it like http://127.0.0.1:9000, without a path, or leave it empty for the embedded upstream'
    expect(await ready.json()).toEqual({
      status: 'not-ready',
      checks: [{ name: 'settings', ok: false, detail: 'A setting is missing or faulty; the log names it.' }],
    })
    await expect
      .poll(() => site.logged())
      .toContainEqual(expect.objectContaining({ path: '/readyz', code: 'settings', reason: sentence }))

    const answer = await site.call('board/selectDetail', { board_uuid: 'x' })
    expect(answer.status).toBe(500)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    const requestId = answer.headers.get('x-request-id')
    expect(await answer.json()).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      code: 'internal',
      request_id: requestId,
    })
    await expect
      .poll(() => site.logged())
      .toContainEqual(expect.objectContaining({ code: 'settings', request_id: requestId, reason: sentence }))

    expect((await site.fetch('/healthz')).status).toBe(200)
    expect((await site.fetch('/api/nothing')).status).toBe(404)
    expect((await site.fetch('/api/board/selectDetail', { method: 'DELETE' })).status).toBe(405)
  } finally {
    await site.close()
  }
})

test('/readyz asks the files of the build, and for the mail binding where a sender is set', async () => {
  const config = JSON.parse(await readFile('dist/server/wrangler.json', 'utf8')) as object
  const configPath = 'dist/server/wrangler.no-mail.json'
  await writeFile(configPath, JSON.stringify({ ...config, send_email: [] }))
  const checksOf = async (options: Parameters<typeof startSite>[0]) => {
    const site = await startSite(options)
    try {
      const answer = await site.fetch('/readyz')
      const { checks } = (await answer.json()) as { checks: { name: string; ok: boolean; detail?: string }[] }
      return [answer.status, checks.filter(({ name }) => name === 'ASSETS' || name === 'MAIL')]
    } finally {
      await site.close()
    }
  }
  const assets = { name: 'ASSETS', ok: true }
  const vars = { MAIL_FROM: 'site@vcp-x.example' }
  try {
    expect(await checksOf({ configPath })).toEqual([200, [assets]])
    expect(await checksOf({ vars })).toEqual([200, [assets, { name: 'MAIL', ok: true }]])
    const detail = 'The binding MAIL is missing; see wrangler.toml.'
    expect(await checksOf({ configPath, vars })).toEqual([503, [assets, { name: 'MAIL', ok: false, detail }]])
  } finally {
    await rm(configPath)
  }
})
