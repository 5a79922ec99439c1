import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeArchive } from '../../functions/cli/backup-steps.ts'
import { restoreArchive } from '../../functions/cli/restore-steps.ts'
import { deployedSite } from '../../functions/cli/site.ts'
import { processedAt } from '../support/inquiry-row.ts'
import { pdf } from '../support/sample-files.ts'
import { startSite } from '../support/site.ts'
import { SALES, sendInquiry, upload } from '../support/visitor-calls.ts'

const MINUTE_CRON = '* * * * *'
const CANARY_CRON = '*/15 * * * *'
const MONTH_AND_A_DAY = 32 * 86_400_000

/** Does something before each write to a binding. */
const before = <T extends object>(binding: T, work: () => Promise<void>): T =>
  new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      const call = member.bind(target) as (...given: unknown[]) => unknown
      if (name !== 'put' && name !== 'batch') return call
      return async (...given: unknown[]) => {
        await work()
        return call(...given)
      }
    },
  })

test('a deployed site is restored whole although its crons have run and fire all the while, and destroys afterwards what is due', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-restore-test-'))
  const file = join(folder, 'site.tar')
  let site = await startSite()
  const send = async (subject: string) => {
    const uploaded = (await (await upload(site, [pdf('a.pdf', 5000)])).json()) as { data: string }
    const answer = await sendInquiry(site, { ...SALES, subject, file_ref_id: uploaded.data })
    return ((await answer.json()) as { data: { receipt: string } }).data.receipt
  }
  const stateOf = async (receipt: string) =>
    (await site.sql('SELECT state FROM inquiry WHERE receipt = ?', receipt))[0]?.state
  const files = async () => (await site.env.FILES.list({ prefix: 'files/' })).objects.length
  try {
    const open = await send('open')
    const due = await send('due')
    // One whose upload has not become an inquiry yet.
    await upload(site, [pdf('b.pdf', 5000)])
    const later = Date.now() + MONTH_AND_A_DAY
    await processedAt(site, due, new Date().toISOString(), new Date(later).toISOString())
    await writeArchive(deployedSite(site.env), file)
    await site.close()

    site = await startSite({ vars: { CANARY: 'vcp-x' } })
    const fire = async () => {
      for (const cron of [undefined, MINUTE_CRON, CANARY_CRON]) await site.scheduled(new Date(later), cron)
    }
    await fire()
    expect(await site.sql('SELECT canary FROM inquiry')).toEqual([{ canary: 1 }])
    expect((await site.sql('SELECT name FROM run')).length).toBeGreaterThan(0)
    const { DB, FILES, ...others } = deployedSite(site.env)
    const restored = await restoreArchive({ ...others, DB: before(DB, fire), FILES: before(FILES, fire) }, file)
    expect(restored).toMatchObject({ objects: 3, destroyed: 0 })
    expect([await stateOf(open), await stateOf(due), await files()]).toEqual(['new', 'processed', 3])
    await site.sql('DELETE FROM pause')
    await fire()
    expect([await stateOf(open), await stateOf(due), await files()]).toEqual(['new', 'destroyed', 1])
  } finally {
    await site.close()
    await rm(folder, { recursive: true })
  }
}, 300_000)
