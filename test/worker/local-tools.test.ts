import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serve, type ServedSite } from '../../functions/cli/built-site.ts'
import { prepareState } from '../../functions/cli/local-state.ts'
import { readSettings, runCommand } from '../../functions/cli/settings.ts'
import { freePort } from '../support/free-port.ts'
import { explorerAddresses, filesWith } from '../support/local-tools.ts'

/* The site as `npm start` serves it, on the state of an older one that recorded every request. */
const SOUGHT = 'Kwonyulsought'

let stateDir: string
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-tools-'))
})
afterAll(() => rm(stateDir, { recursive: true, force: true }))

interface Started extends ServedSite {
  token: string
}

async function start(): Promise<Started> {
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

const stored = () => readdir(join(stateDir, 'v3'))

test('has no explorer of its storage, records no address, and deletes what older starts have recorded', async () => {
  Object.assign(process.env, { X_LOCAL_EXPLORER: 'true', X_LOCAL_OBSERVABILITY: 'true' })
  const older = await start()
  expect(await explorerAddresses(older.origin)).toContain('/cdn-cgi/local/explorer/api/d1/database/DB/raw 200')
  await search(older)
  // Its record is written every now and then.
  await vi.waitFor(async () => expect(await filesWith(stateDir, older.token)).not.toEqual([]), { timeout: 60_000 })
  expect(await filesWith(stateDir, SOUGHT)).not.toEqual([])
  await older.close()
  const before = await stored()

  let site: Started | undefined
  await runCommand(async () => {
    site = await start()
  })
  if (!site) throw new Error('The site did not start.')
  expect(await explorerAddresses(site.origin)).toEqual([])
  await search(site)
  await site.close()
  for (const secret of [older.token, site.token, SOUGHT]) expect(await filesWith(stateDir, secret)).toEqual([])
  expect(await stored()).toEqual(before.filter((folder) => folder !== 'observability'))
})
