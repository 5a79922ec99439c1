import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serve, type ServedSite } from '../../functions/cli/built-site.ts'
import { prepareState } from '../../functions/cli/local-state.ts'
import { runCommand } from '../../functions/cli/run-command.ts'
import { readSettings } from '../../functions/cli/settings.ts'
import { copyBuild } from '../support/changed-build.ts'
import { freePort } from '../support/free-port.ts'
import { explorerAddresses, filesWith } from '../support/local-tools.ts'

/* The site as `npm start` serves it. */
const SOUGHT = 'Kwonyulsought'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vcp-x-tools-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Started extends ServedSite {
  token: string
}

async function start(stateDir: string): Promise<Started> {
  const settings = readSettings({ PORT: String(await freePort()), STATE_DIR: stateDir })
  await prepareState(stateDir)
  return { ...(await serve(settings)), token: settings.vars.ADMIN_TOKEN }
}

/** An operator enters by the link of the start and searches for a name. */
async function search({ origin, token }: Started): Promise<void> {
  const entered = await fetch(`${origin}/admin?token=${token}`, { redirect: 'manual' })
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const list = await fetch(`${origin}/admin/inquiries?q=${SOUGHT}`, { headers: { cookie } })
  expect([list.status, await list.text()]).toEqual([200, expect.stringContaining(SOUGHT)])
}

const stored = (stateDir: string) => readdir(join(stateDir, 'v3'))

test('has no explorer of its storage and records no address', async () => {
  const [recorded, stateDir] = [join(folder, 'recorded'), join(folder, 'state')]
  // As wrangler does it unless it is told not to.
  Object.assign(process.env, { X_LOCAL_EXPLORER: 'true', X_LOCAL_OBSERVABILITY: 'true' })
  const other = await start(recorded)
  expect(await explorerAddresses(other.origin)).toContain('/cdn-cgi/local/explorer/api/d1/database/DB/raw 200')
  await search(other)
  // Its record is written every now and then.
  await vi.waitFor(async () => expect(await filesWith(recorded, other.token)).not.toEqual([]), { timeout: 60_000 })
  expect(await filesWith(recorded, SOUGHT)).not.toEqual([])
  await other.close()

  let site: Started | undefined
  await runCommand(async () => {
    site = await start(stateDir)
  })
  if (!site) throw new Error('The site did not start.')
  expect(await explorerAddresses(site.origin)).toEqual([])
  await search(site)
  await site.close()
  for (const secret of [site.token, SOUGHT]) expect(await filesWith(stateDir, secret)).toEqual([])
  expect([await stored(recorded), await stored(stateDir)]).toEqual([
    expect.arrayContaining(['observability']),
    expect.not.arrayContaining(['observability']),
  ])
})

test('has no binding of the deployed site, whatever wrangler.toml says: it sends no real mail', async () => {
  const { configPath, remove } = await copyBuild()
  const config = await readFile(configPath, 'utf8')
  const remote = config.replace('"send_email":[{"name":"MAIL"', '$&,"remote":true')
  expect(remote).not.toBe(config)
  await writeFile(configPath, remote)
  const settings = readSettings({ PORT: String(await freePort()), STATE_DIR: join(folder, 'remote') })
  await prepareState(settings.stateDir)
  // A remote binding would need an account, which nobody has signed in to.
  const site = await serve({ ...settings, config: configPath })
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200)
  await site.close()
  await remove()
})
