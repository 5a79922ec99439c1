import { waitUntil } from 'cloudflare:workers'
import { REPORT, type ReplyState } from '../contract/conversation.ts'
import { knownReplyKey, reopen } from '../database/inquiry.ts'
import { insertReply, type MessageContents, readMessage } from '../database/message.ts'
import type { Env } from '../env.ts'
import { logFailure } from '../log.ts'
import { mailOfReply } from '../mail/inquiry-mails.ts'
import { isSameSignature, type ReplyToken, signReply } from '../mail/reply-address.ts'
import { sendDueMails } from '../mail/send-mails.ts'

const HOUR_MS = 3_600_000
/** How long mails are sent at once after a reply; what is left is for the next run. */
const MAILS_MS = 10_000

/** A reply as it came in. */
export interface IncomingReply {
  /** The same for each copy of a mail. */
  id: string
  author: string
  state: ReplyState
  /** It says that a mail server reports of an answer which did not arrive. */
  isReport?: boolean
  contents: MessageContents
}

/** `known`: it was taken before. `too-many`: a loop. `unknown`: its inquiry does not exist any more. */
export type ReplyResult = 'taken' | 'known' | 'too-many' | 'unknown'

/** Whether an address for replies is of an inquiry that exists. @param brandId of its row */
export async function isReplyAddress(
  { DB }: Pick<Env, 'DB'>,
  { receipt, signature }: ReplyToken,
  brandId: string,
): Promise<boolean> {
  const key = await knownReplyKey(DB, receipt)
  return key !== null && isSameSignature(await signReply(receipt, brandId, key), signature)
}

/** Takes a reply, once, in one batch. What a machine has sent, or nothing proves, changes no state and makes no mail. */
export async function takeReply(
  env: Env,
  { receipt, brandId }: { receipt: string; brandId: string },
  { id, author, state, isReport, contents }: IncomingReply,
  now: Date,
): Promise<ReplyResult> {
  const { DB } = env
  const at = now.toISOString()
  const since = new Date(now.getTime() - HOUR_MS).toISOString()
  const [stored] = await DB.batch([
    insertReply(DB, { id, receipt, brandId, at, author, contents }, { state, detail: isReport ? REPORT : null, since }),
    ...(state === 'received'
      ? [reopen(DB, receipt, id, at), ...mailOfReply(env, { brandId, receipt, id, at }, since)]
      : []),
  ])
  if ((stored?.results.length ?? 0) > 0) {
    if (state === 'received') waitUntil(sendDueMails(env, Date.now() + MAILS_MS).catch(log))
    return 'taken'
  }
  if (await readMessage(DB, id)) return 'known'
  return (await knownReplyKey(DB, receipt)) === null ? 'unknown' : 'too-many'
}

const log = (error: unknown) => logFailure('warn', { requestId: null, method: 'MAIL', path: '', code: 'mail' }, error)
