import { beforeEach, describe, expect, test, vi } from 'vitest'
import { conversationUnderTest } from '../../../support/conversation-under-test.ts'
import { outboxDisk } from '../../../support/outbox-disk.ts'
import { DAY, outboxUnderTest, runScheduled } from '../../../support/outbox-under-test.ts'
import { beginPause } from '../../../../functions/database/pause.ts'
import type { BackupPage } from '../../../../functions/outbox/backup-rows.ts'

describe('the rows of an outbox, read page by page', () => {
  const it = outboxUnderTest()

  test('are written into an empty one, also with a column that this release does not have', async () => {
    const { receipt } = await it.accept('key')
    it.disk.db.exec('ALTER TABLE inquiry ADD COLUMN of_another_release INTEGER NOT NULL DEFAULT 0')
    const { tables, next } = await it.outbox.readForBackup(null)
    expect(next).toBeNull()

    it.disk = outboxDisk()
    await it.start()
    await it.outbox.restore({ tables, destroyed: [], isFirst: true, isLast: true })
    expect(await it.stateOf(receipt)).toBe('queued')
  })
})

describe('while D1 has the rows of a backup and the outbox has none', () => {
  const conversation = conversationUnderTest()
  const { site, receive } = conversation
  const NONE = { tables: [], destroyed: [], isFirst: false, isLast: false }
  const hourly = async () => {
    await runScheduled(conversation.raw, { cron: '17 * * * *', now: new Date() })
    await site.disk.idle()
  }
  let due: string
  let open: string
  let backup: BackupPage['tables']
  beforeEach(async () => {
    vi.spyOn(console, 'log').mockReturnValue()
    due = await receive('due')
    open = await receive('open')
    await site.outbox.markProcessed(due)
    await site.disk.idle()
    backup = (await site.outbox.readForBackup(null)).tables
    site.disk = outboxDisk()
    await site.start()
    vi.setSystemTime(Date.now() + 32 * DAY)
    site.d1.rows('UPDATE inquiry_record SET carried = 1 WHERE receipt = ?', open)
    await site.outbox.restore({ ...NONE, isFirst: true })
  })

  test('the hourly run leaves them to the restore, and destroys what is due once that has ended', async () => {
    await hourly()
    // Its process may end at any time.
    await site.start()
    await hourly()
    expect([site.rowOf(due)?.state, site.rowOf(open)?.carried]).toEqual(['processed', 1])
    await beginPause(site.d1.binding as D1Database, new Date())
    await site.outbox.restore({ ...NONE, tables: backup })
    await hourly()
    expect(site.rowOf(due)?.state).toBe('processed')
    await site.outbox.restore({ ...NONE, isLast: true })
    expect(await site.stateOf(open)).toBe('delivered')
    await hourly()
    expect([site.rowOf(due), site.rowOf(open)]).toEqual([
      expect.objectContaining({ state: 'destroyed', subject: null }),
      expect.objectContaining({ state: 'new', carried: 0 }),
    ])
    expect(await site.outbox.counts()).toMatchObject({ accepted: 2, delivered: 1, destroyed: 1 })
  })

  test('no operator has the outbox take one over, and an inquiry that comes meanwhile has its row afterwards', async () => {
    await expect(site.outbox.destroy(due)).rejects.toThrow('being restored')
    await site.start()
    const meanwhile = await receive('meanwhile')
    await site.alarmAt(Date.now() + DAY / 24)
    // The restore makes the rows of D1 those of the backup.
    expect([await site.stateOf(meanwhile), site.rowOf(meanwhile)]).toEqual(['queued', null])
    await site.outbox.restore({ ...NONE, tables: backup, isLast: true })
    await site.alarmAt(Date.now() + DAY / 24)
    expect([due, open, meanwhile].map((receipt) => site.rowOf(receipt)?.state)).toEqual(['processed', 'new', 'queued'])
  })

  test('a restore that was broken off keeps nothing longer than a day', async () => {
    vi.setSystemTime(Date.now() + DAY)
    await hourly()
    expect(site.rowOf(due)?.state).toBe('destroyed')
  })
})
