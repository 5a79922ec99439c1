import { MailStore } from '../mail/mail-store.ts'
import { CopyStore } from './copy-store.ts'
import { OutboxStore } from './store.ts'

/**
 * Prepares an outbox whose rows come from a backup: everything is copied to D1 again, and what was destroyed since stays destroyed.
 * @param destroyed milliseconds since epoch by receipt
 * @returns how many of its inquiries were destroyed here
 */
export function prepareRestored(sql: SqlStorage, destroyed: ReadonlyMap<string, number>): number {
  const store = new OutboxStore(sql)
  const mails = new MailStore(sql)
  let count = 0
  for (const [receipt, at] of destroyed) {
    if (!store.destroy(receipt, at)) continue
    mails.destroy(receipt)
    count++
  }
  new CopyStore(sql, 0).raiseAll()
  return count
}
