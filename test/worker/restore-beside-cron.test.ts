import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restoreArchive, writeArchive } from '../../functions/cli/backup-archive.ts'
import { deployedSite } from '../../functions/cli/site.ts'
import { type Site, startSite } from '../support/site.ts'
import { pdf } from '../support/sample-files.ts'
import { SALES, sendInquiry, upload } from '../support/visitor-calls.ts'

const asDeployed = ({ env, backup }: Site) => deployedSite({ ...env, BACKUP: backup })
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

test('a site is restored whole although its crons fire all the while, and destroys afterwards what is due by then', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-restore-test-'))
  const file = join(folder, 'site.tar')
  let site = await startSite({ backup: true })
  const outbox = () => site.env.OUTBOX.getByName('vcp-x')
  const send = async (subject: string, body: object = {}) => {
    const answer = await sendInquiry(site, { ...SALES, subject, ...body })
    return ((await answer.json()) as { data: { receipt: string } }).data.receipt
  }
  const uploaded = async () => ((await (await upload(site, [pdf('a.pdf', 5000)])).json()) as { data: string }).data
  const record = (receipt: string) =>
    site.env.DB.prepare('SELECT state, destroy_at FROM inquiry_record WHERE receipt = ?').bind(receipt).first()
  const files = async () => (await site.env.DB.prepare('SELECT file_ref_id AS id FROM file').all()).results
  try {
    const open = await send('open', { file_ref_id: await uploaded() })
    const due = await send('due', { file_ref_id: await uploaded() })
    expect(await outbox().markProcessed(due)).toBe('done')
    await expect.poll(() => record(due)).toMatchObject({ destroy_at: expect.any(String) })
    await writeArchive(asDeployed(site), file)
    await site.close()

    site = await startSite({ backup: true })
    const later = new Date(Date.now() + MONTH_AND_A_DAY)
    const fire = () => site.scheduled(later)
    const target = asDeployed(site)
    const restored = await restoreArchive(
      { ...target, DB: before(target.DB, fire), FILES: before(target.FILES, fire) },
      file,
    )
    expect(restored).toMatchObject({ outboxes: 3, destroyed: 0 })
    expect(await record(due)).toMatchObject({ state: 'processed' })
    expect(await files()).toHaveLength(2)
    expect((await outbox().stateOf(open))?.state).toBe('delivered')
    await fire()
    expect(await record(due)).toMatchObject({ state: 'destroyed' })
    expect(await files()).toHaveLength(1)
    expect(await outbox().counts()).toMatchObject({ accepted: 2, delivered: 1, destroyed: 1 })
  } finally {
    await site.close()
    await rm(folder, { recursive: true })
  }
}, 300_000)
