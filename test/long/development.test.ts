import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ROOT } from '../../functions/cli/settings.ts'
import { freePort } from '../support/free-port.ts'
import { explorerAddresses, filesWith } from '../support/local-tools.ts'

/* `npm run dev`, which serves the sources and not dist/. */
let stateDir: string
let site: ChildProcess
let origin: string
let printed = ''

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-dev-'))
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  const { VITEST: _VITEST, NODE_ENV: _NODE_ENV, ...env } = process.env
  site = spawn(process.execPath, [join(ROOT, 'functions/cli/command.js'), 'dev'], {
    cwd: ROOT,
    env: { ...env, PORT: String(port), STATE_DIR: stateDir },
  })
  for (const stream of [site.stdout, site.stderr]) stream?.on('data', (text: Buffer) => (printed += text.toString()))
  await vi.waitFor(() => expect(printed).toContain(`Ready on ${origin}`), { timeout: 110_000, interval: 200 })
})
afterAll(async () => {
  const ended = new Promise((done) => site.once('exit', done))
  site.kill('SIGTERM')
  await ended
  await rm(stateDir, { recursive: true, force: true })
})

test.each([
  ['ko', '공지사항'],
  ['en', 'Notice'],
])('serves pages in %s with the first content and without errors', async (language, title) => {
  for (const path of ['/', '/support/notice', '/support/request', '/terms-of-service']) {
    const answer = await fetch(origin + path, { headers: { 'accept-language': language } })
    expect([path, answer.status, (await answer.text()).includes(title)]).toEqual([path, 200, true])
  }
  expect(printed).not.toMatch(/error/i)
})

test("allows Vite's inline scripts and styles", async () => {
  const policy = (await fetch(origin)).headers.get('content-security-policy')
  expect(policy).toContain("script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline';")
})

test('starts and serves without a warning', () => {
  expect(printed).not.toMatch(/warn|cannot be analyzed/i)
})

test('has no explorer of its storage and records no address', async () => {
  expect(await explorerAddresses(origin)).toEqual([])
  const [, token = ''] = /\/admin\?token=(\S+)/.exec(printed) ?? []
  expect((await fetch(`${origin}/admin?token=${token}`, { redirect: 'manual' })).status).toBe(303)
  expect(await readdir(join(stateDir, 'v3'))).not.toContain('observability')
  expect(await filesWith(stateDir, token)).toEqual([])
})
