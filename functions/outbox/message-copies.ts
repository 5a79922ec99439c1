import { writeMessage } from '../database/message.ts'
import { inTime } from '../http/deadline.ts'
import type { MessageStore } from './message-store.ts'

/** Rows written in one call of D1: replies may be long. */
const BATCH = 5

/** Writes the messages of an outbox that D1 lacks (decision 061). @throws where D1 fails; the rest stays pending */
export async function writeMessages(db: D1Database, brandId: string, store: MessageStore): Promise<void> {
  for (;;) {
    const messages = store.pending(BATCH)
    if (messages.length === 0) return
    await inTime(db.batch(messages.map((message) => writeMessage(db, brandId, message))))
    for (const { id, version } of messages) store.copied(id, version)
  }
}
