import { describe, expect, test } from 'vitest'
import { outboxDisk } from '../../../support/outbox-disk.ts'
import { outboxUnderTest } from '../../../support/outbox-under-test.ts'

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
