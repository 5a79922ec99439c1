import { MailStore } from './mail-store.ts'
import { MessageStore } from './message-store.ts'
import { CopyStore } from './copy-store.ts'
import { OutboxStore } from './store.ts'

/**
 * What was destroyed after a backup stays destroyed.
 * @param destroyed milliseconds since epoch by receipt
 * @returns how many inquiries of this outbox were destroyed here
 */
export function keepDestroyed(sql: SqlStorage, destroyed: ReadonlyMap<string, number>): number {
  const store = new OutboxStore(sql)
  const mails = new MailStore(sql)
  const messages = new MessageStore(sql)
  let count = 0
  for (const [receipt, at] of destroyed) {
    if (store.destroy(receipt, at)) count++
    // Also of an entry that a page before has brought, and that was destroyed by then.
    mails.destroy(receipt)
    messages.destroy(receipt)
  }
  return count
}

/** Prepares an outbox that was restored as a whole: everything is written to D1 again. Gives the same number. */
export function prepareRestored(sql: SqlStorage, destroyed: ReadonlyMap<string, number>): number {
  const count = keepDestroyed(sql, destroyed)
  new CopyStore(sql, 0).raiseAll()
  new MessageStore(sql).raiseAll()
  return count
}
