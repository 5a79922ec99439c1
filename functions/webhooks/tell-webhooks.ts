import { brands } from '../brand/hosts.ts'
import type { WebhookEvent } from '../contract/webhooks.ts'
import { insertMail } from '../database/mail.ts'
import { ifAccepted, ifHappened, ifMessage, ifUndelivered } from '../database/mail-conditions.ts'

/*
 * What the webhooks of a brand are told of its inquiries, as statements that store it. Each is part of the batch that does what it tells: one
 * is never without the other. None where no webhook asks for it. Times are milliseconds since epoch.
 */

/** What is stored of what a webhook is told, and nothing that was typed. All else is read when it is sent. */
export interface StoredEvent {
  type: WebhookEvent
  /** When it happened, ISO 8601. */
  timestamp: string
}

interface Name {
  brandId: string
  receipt: string
}
type Condition = Parameters<typeof insertMail>[3]
const iso = (at: number) => new Date(at).toISOString()

function tell(
  db: D1Database,
  { brandId, receipt }: Name,
  /** `key` tells it from what happens to the same inquiry again, such as another answer. */
  { type, at, key }: { type: WebhookEvent; at: number; key?: string | number },
  condition: Condition,
): D1PreparedStatement[] {
  const webhooks = brands.find(({ id }) => id === brandId)?.webhooks ?? []
  return webhooks
    .filter(({ events }) => events.includes(type))
    .map(({ secret: name }) => {
      const event = ['webhook', name, type.replace('inquiry.', ''), key].filter((part) => part !== undefined).join('-')
      const message: StoredEvent = { type, timestamp: iso(at) }
      return insertMail(db, { brandId, receipt, event, kind: 'webhook', recipients: [name], message }, at, condition)
    })
}

/** An inquiry is accepted. @param isDelivered whether the site's own upstream has received it with that */
export const toldOfAccepted = (db: D1Database, name: Name, at: number, isDelivered: boolean): D1PreparedStatement[] => [
  ...tell(db, name, { type: 'inquiry.accepted', at }, ifAccepted),
  ...(isDelivered ? tell(db, name, { type: 'inquiry.delivered', at }, ifAccepted) : []),
]

/** An upstream has taken it. */
export const toldOfDelivered = (db: D1Database, name: Name, at: number): D1PreparedStatement[] =>
  tell(db, name, { type: 'inquiry.delivered', at }, ifHappened('delivered', iso(at)))

/** It is given up. @param triedSince when its tries began */
export const toldOfUndelivered = (
  db: D1Database,
  { triedSince, ...name }: Name & { triedSince: number },
  at: number,
): D1PreparedStatement[] =>
  tell(db, name, { type: 'inquiry.undelivered', at, key: triedSince }, ifUndelivered(triedSince))

/** An operator has answered. @param id of the answer */
export const toldOfAnswered = (db: D1Database, name: Name, id: string, at: number): D1PreparedStatement[] =>
  tell(db, name, { type: 'inquiry.answered', at, key: id }, ifMessage(id, 'waiting'))

/** The visitor has replied. @param id of the reply */
export const toldOfReplied = (db: D1Database, name: Name, id: string, at: number): D1PreparedStatement[] =>
  tell(db, name, { type: 'inquiry.replied', at, key: id }, ifMessage(id, 'received'))

/** It is marked as processed. */
export const toldOfProcessed = (db: D1Database, name: Name, at: number): D1PreparedStatement[] =>
  tell(db, name, { type: 'inquiry.processed', at, key: at }, ifHappened('processed', iso(at)))

/** It is destroyed. */
export const toldOfDestroyed = (db: D1Database, name: Name, at: number): D1PreparedStatement[] =>
  tell(db, name, { type: 'inquiry.destroyed', at }, ifHappened('destroyed', iso(at)))
