import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serve, type ServedSite } from '../../functions/cli/built-site.ts'
import { prepareState } from '../../functions/cli/local-state.ts'
import { registryOf, requireStartable } from '../../functions/cli/running-site.ts'
import { OperatorError } from '../../functions/cli/run-command.ts'
import { readSettings } from '../../functions/cli/settings.ts'
import { startSite } from '../../functions/cli/started-site.ts'
import { withLocalCommands } from '../../functions/cli/type-command.ts'
import { freePort } from '../support/free-port.ts'

/* Serves the site twice on one STATE_DIR, as `npm start` does, and asks for the inquiries in between as `npm run inquiries` does. */
const FORM = {
  user_name: 'Kim',
  company_name: 'Gaon',
  country_code: '+82',
  phone_number: '010-1234-5678',
  inquiry_mail: 'kim@gaon.example',
  inquiry_type: 'quote',
  subject: 'A question',
  content: 'What does it cost?',
  privacy_consent: 'true',
}

let stateDir: string
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-state-'))
})
afterAll(() => rm(stateDir, { recursive: true, force: true }))

async function begin(): Promise<{ site: ServedSite; entries: number }> {
  const { entries } = await prepareState(stateDir)
  const site = await serve({
    port: await freePort(),
    stateDir,
    vars: {
      UPSTREAM_URL: '',
      UPSTREAM_TIMEOUT_MS: '1000',
      UPSTREAM_DELIVERY_TIMEOUT_MS: '30000',
      ADMIN_TOKEN: '',
      MAIL_FROM: '',
    },
  })
  return { site, entries }
}

/** What `npm run inquiries` asks of a site that does not run. */
const listed = () => withLocalCommands(stateDir, async (type) => (await type('export', { after: null, size: 50 })).rows)

it(
  'an inquiry sent before a restart is listed after it, with its file, and the boards are filled once',
  {
    timeout: 240_000,
  },
  async () => {
    const first = await begin()
    expect(first.entries).toBeGreaterThan(40)
    const body = new FormData()
    for (const [name, value] of Object.entries(FORM)) body.append(name, value)
    body.append('files', new Blob(['%PDF-1.7\n'], { type: 'application/pdf' }), 'report.pdf')
    const answer = await fetch(`${first.site.origin}/support/request`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { origin: first.site.origin, 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.status).toBe(303)
    const receipt = new URL(answer.headers.get('location') ?? '', first.site.origin).searchParams.get('receipt')
    await first.site.close()
    expect(await listed()).toMatchObject([{ receipt, subject: 'A question', files: [{ file_name: 'report.pdf' }] }])

    const second = await begin()
    expect(second.entries).toBe(0)
    const state = (await (await fetch(`${second.site.origin}/api/board/inquiry/${receipt}`)).json()) as {
      data: { state: string }
    }
    expect(state.data.state).toBe('delivered')
    await second.site.close()
  },
)

it('where a site runs on the folder already, another one is refused on any port, and starts once that one has ended or was killed', async () => {
  const { site } = await begin()
  const saved = await mkdtemp(join(tmpdir(), 'vcp-x-registry-'))
  try {
    const registered = await readdir(registryOf(stateDir))
    await cp(registryOf(stateDir), saved, { recursive: true })
    for (const PORT of [String(await freePort()), new URL(site.origin).port]) {
      const refused = await startSite(readSettings({ PORT, STATE_DIR: stateDir })).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(OperatorError)
      expect((refused as Error).message).toMatch(/A site runs on .* already.*STATE_DIR=\S+ PORT=\d+ npm start/)
    }
    expect(await readdir(registryOf(stateDir))).toEqual(registered)
    expect(await listed()).toHaveLength(1)
  } finally {
    await site.close()
  }
  // What a site leaves behind that was killed.
  await cp(saved, registryOf(stateDir), { recursive: true })
  await rm(saved, { recursive: true })
  await requireStartable(readSettings({ PORT: String(await freePort()), STATE_DIR: stateDir }))
})
