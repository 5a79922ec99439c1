import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { ADMIN_TOKEN } from './operator.ts'
import { type Site, startSite } from './site.ts'

/** A binding of the Worker, or one method of it, as `FILES.put`. */
type Target = 'DB' | 'CACHE' | 'CACHE.put' | 'CACHE.get' | 'FILES'
export type Fault = `${Target}=${'fail' | 'hang'}`

/** Requests that find a binding broken (broken-entry.js). */
export const withBroken = (site: Pick<Site, 'fetch'>, ...faults: Fault[]): Pick<Site, 'fetch'> => ({
  fetch: (address, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-broken', faults.join(' '))
    return site.fetch(address, { ...init, headers })
  },
})

const ENTRY = 'broken-entry.js'

/** One site of its own for the tests of a file, with an admin and mail, whose bindings break for a request that asks for it. */
export function breakableSite(vars: Record<string, string> = {}): {
  readonly site: Site
} {
  const served = {} as { site: Site }
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vcp-x-broken-'))
    await cp('dist', folder, { recursive: true })
    const configPath = join(folder, 'server/wrangler.json')
    const config = JSON.parse(
      (await readFile(configPath, 'utf8')).replaceAll('"../../functions/', `"${resolve('functions')}/`),
    ) as { main: string }
    const entry = (await readFile(`test/support/${ENTRY}`, 'utf8')).replaceAll('./MAIN', `./${config.main}`)
    await writeFile(join(folder, 'server', ENTRY), entry)
    await writeFile(configPath, JSON.stringify({ ...config, main: ENTRY }))
    served.site = await startSite({
      configPath,
      vars: { ADMIN_TOKEN, MAIL_FROM: 'site@vcp-x.example', REPLY_DOMAIN: 'reply.vcp-x.example', ...vars },
    })
  })
  afterAll(async () => {
    await served.site.close()
    await rm(folder, { recursive: true })
  })
  return served
}
