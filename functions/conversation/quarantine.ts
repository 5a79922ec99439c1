import { v5 } from 'uuid'
import { deleteFiles } from '../attachments/message-files.ts'
import { type MessageFile, type ReplyState } from '../contract/conversation.ts'
import { ADMITTED_MS, QUARANTINE_MS } from '../contract/retention.ts'
import {
  REPLIES_CHARACTERS_MAX,
  REPLIES_FILES_BYTES_MAX,
  REPLIES_MAX,
  REPLIES_TEXT_MAX,
} from '../contract/conversation-limits.ts'
import { reopen } from '../database/inquiry-state.ts'
import { admitReply, deleteQuarantined } from '../database/message.ts'
import { type MessageRow, hasMessage, quarantinedBefore, repliesHeld } from '../database/message-row.ts'
import type { Env } from '../env.ts'
import { mailOfReply } from '../mail/store-mails.ts'
import { sendMailsSoon } from '../mail/send-mails.ts'
import { toldOfReplied } from '../webhooks/tell-webhooks.ts'

/* What becomes of quarantined replies (decision 062), and how many an inquiry may have; reply-state.ts says which those are. */

const HOUR_MS = 3_600_000
/** Quarantined replies that are destroyed at once. */
const DESTROYED_AT_ONCE = 100

/** Whether the replies to an inquiry hold all that they may. Mails that come at the same moment may go beyond it, each once. */
export async function isFull({ DB }: Pick<Env, 'DB'>, receipt: string, state: ReplyState): Promise<boolean> {
  const held = (await repliesHeld(DB, receipt)).find(({ isProven }) => (isProven === 1) === (state !== 'quarantined'))
  if (!held) return false
  const { n, text, characters, bytes } = held
  return (
    n >= REPLIES_MAX ||
    text >= REPLIES_TEXT_MAX ||
    characters >= REPLIES_CHARACTERS_MAX ||
    bytes >= REPLIES_FILES_BYTES_MAX
  )
}

/** What a reply is called once it is admitted: on a page that has it in quarantine nobody has seen it in the conversation. */
export const admittedId = (receipt: string, id: string): string => v5(`admitted ${id}`, receipt)

/** `known`: it is received already. `full`: the inquiry takes no more. `refused`: it is gone, about to go, or a report. */
export type AdmissionResult = 'done' | 'known' | 'full' | 'refused'

/**
 * Puts a quarantined reply into its conversation, with its files, in one batch: from then on it is one that was received at this time. Later
 * replies from its address are received too, where their sender is proven.
 */
export async function admit(
  env: Env,
  { receipt, brandId, id }: { receipt: string; brandId: string; id: string },
  now: Date,
): Promise<AdmissionResult> {
  const { DB } = env
  if (await isFull(env, receipt, 'received')) return 'full'
  const at = now.toISOString()
  const newId = admittedId(receipt, id)
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const [admitted] = await DB.batch([
    admitReply(DB, { id, newId, receipt, at, since: before(ADMITTED_MS) }),
    reopen(DB, receipt, newId, at),
    ...mailOfReply(env, { brandId, receipt, id: newId, at }, before(HOUR_MS)),
    ...toldOfReplied(DB, { brandId, receipt }, newId, now.getTime()),
  ])
  if ((admitted?.results.length ?? 0) > 0) {
    sendMailsSoon(env)
    return 'done'
  }
  return (await hasMessage(DB, receipt, [newId])) ? 'known' : 'refused'
}

/** The files of a reply that stay closed while it is in quarantine. */
export const closedFilesIn = ({ quarantine }: Pick<MessageRow, 'quarantine'>): MessageFile[] =>
  quarantine === null ? [] : (JSON.parse(quarantine) as { files: MessageFile[] }).files

/** Destroys what has been in quarantine for its time. The rows last: what fails half way is found again. */
export async function destroyQuarantined(env: Pick<Env, 'DB' | 'FILES'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - QUARANTINE_MS).toISOString()
  for (;;) {
    const rows = await quarantinedBefore(env.DB, before, DESTROYED_AT_ONCE)
    if (rows.length === 0) return
    await deleteFiles(env, rows.flatMap(closedFilesIn))
    await deleteQuarantined(
      env.DB,
      rows.map(({ id }) => id),
    )
  }
}
