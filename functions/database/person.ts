import { PERSON_MAX } from '../contract/person.ts'
import { brandIdOf, type Scope } from '../contract/scope.ts'

/* What is kept of one address. @see comparedAddress; each read from an index */

/**
 * Receipts of the inquiries that an address has sent until a time, newest first; none that is destroyed. A remote upstream may have one whose
 * mail to operators still waits with what was typed.
 * @param until ISO 8601
 */
export async function receiptsOfSender(
  db: D1Database,
  scope: Scope,
  address: string,
  until: string,
): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT receipt FROM (
           SELECT id, receipt, brand_id, accepted_at FROM inquiry INDEXED BY inquiry_by_sender WHERE canary = 0 AND sender = ?1
           UNION SELECT i.id, i.receipt, i.brand_id, i.accepted_at FROM mail INDEXED BY mail_next JOIN inquiry AS i USING (receipt)
             WHERE mail.state = 'waiting' AND mail.kind <> 'webhook' AND mail.kind IN ('accepted', 'confirmation') AND message ->> '$.sender' = ?1)
         WHERE (?2 IS NULL OR brand_id = ?2) AND accepted_at <= ?3 ORDER BY id DESC LIMIT ${PERSON_MAX}`,
    )
    .bind(address, brandIdOf(scope), until)
    .all<{ receipt: string }>()
  return results.map(({ receipt }) => receipt)
}

/** The messages from, to or copied to an address about inquiries of others, with their brands, until a time, the oldest first. @param until ISO 8601 */
export async function messagesElsewhere(
  db: D1Database,
  scope: Scope,
  address: string,
  until: string,
): Promise<{ id: string; receipt: string; brand_id: string }[]> {
  const { results } = await db
    .prepare(
      `SELECT id, receipt, brand_id FROM message
         WHERE id IN (SELECT id FROM message WHERE address = ?1
               UNION SELECT m.id FROM message AS m INDEXED BY message_with_cc WHERE (m.cc <> '[]' OR m.went_to <> '[]')
                 AND (EXISTS (SELECT 1 FROM json_each(m.cc) WHERE value = ?1) OR EXISTS (SELECT 1 FROM json_each(m.went_to) WHERE value = ?1)))
           AND (?2 IS NULL OR brand_id = ?2) AND coalesce(came_at, at) <= ?3
           AND NOT EXISTS (SELECT 1 FROM inquiry WHERE inquiry.receipt = message.receipt AND sender = ?1)
         ORDER BY at, id LIMIT ${PERSON_MAX}`,
    )
    .bind(address, brandIdOf(scope), until)
    .all<{ id: string; receipt: string; brand_id: string }>()
  return results
}

/** What is kept with inquiries: messages, files, and mails that wait. */
export interface KeptBeside {
  messages: number
  files: number
  mails: number
}

export async function keptBeside(db: D1Database, receipts: readonly string[]): Promise<KeptBeside> {
  const kept = await db
    .prepare(
      `WITH own (receipt) AS (SELECT value FROM json_each(?))
       SELECT (SELECT count(*) FROM own JOIN message USING (receipt)) AS messages,
         (SELECT count(*) FROM own JOIN inquiry_upload USING (receipt) JOIN file USING (upload_id))
           + (SELECT coalesce(sum(json_array_length(files)), 0) FROM own JOIN message USING (receipt)) AS files,
         (SELECT count(*) FROM own JOIN mail USING (receipt) WHERE state = 'waiting' AND kind <> 'webhook') AS mails`,
    )
    .bind(JSON.stringify(receipts))
    .first<KeptBeside>()
  return kept ?? { messages: 0, files: 0, mails: 0 }
}

/** Mails about an inquiry that wait. */
export async function waitingMails(db: D1Database, receipt: string): Promise<{ kind: string; created_at: number }[]> {
  const { results } = await db
    .prepare(
      "SELECT kind, created_at FROM mail WHERE receipt = ? AND state = 'waiting' AND kind <> 'webhook' ORDER BY id",
    )
    .bind(receipt)
    .all<{ kind: string; created_at: number }>()
  return results
}
