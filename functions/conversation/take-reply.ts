import type { ReplyState } from '../contract/conversation.ts'
import { reopen } from '../database/inquiry-state.ts'
import { livingAmong } from '../database/inquiry-row.ts'
import { insertReply, type MessageContents } from '../database/message.ts'
import { hasMessage } from '../database/message-row.ts'
import type { Env } from '../env.ts'
import { mailOfLeftOut, mailOfReply } from '../mail/store-mails.ts'
import type { Message } from '../mail/messages.ts'
import { sendMailsSoon } from '../mail/send-mails.ts'
import { toldOfReplied } from '../webhooks/tell-webhooks.ts'
import { admittedId } from './quarantine.ts'
import { addressForReplies } from './reply-address.ts'

const HOUR_MS = 3_600_000

/** A reply as it came in. */
export interface IncomingReply {
  /** The same for each copy of a mail. */
  id: string
  author: string
  state: ReplyState
  /** REPORT or PROVEN of one in quarantine. */
  detail?: string | null
  contents: MessageContents
  /** To its sender: what was left out of it; null for nothing. */
  leftOutMail: Message | null
}

/** `known`: it was taken before. `too-many`: a loop. `unknown`: its inquiry does not exist any more. */
export type ReplyResult = 'taken' | 'known' | 'too-many' | 'unknown'

/** Takes a reply, once, in one batch. What a machine has sent, or nothing proves, changes no state and makes no mail. */
export async function takeReply(
  env: Env,
  { receipt, brandId }: { receipt: string; brandId: string },
  { id, author, state, detail = null, contents, leftOutMail }: IncomingReply,
  now: Date,
): Promise<ReplyResult> {
  const { DB } = env
  // Only what is proven to be of the visitor, or of somebody admitted, makes a mail: anybody can write an address into another one.
  const replyTo = state === 'received' && leftOutMail ? await addressForReplies(env, receipt) : null
  const at = now.toISOString()
  const since = new Date(now.getTime() - HOUR_MS).toISOString()
  const [stored] = await DB.batch([
    insertReply(
      DB,
      { id, receipt, brandId, at, author, contents },
      { admittedId: admittedId(receipt, id), state, detail, since },
    ),
    ...(state === 'received'
      ? [
          reopen(DB, receipt, id, at),
          ...mailOfReply(env, { brandId, receipt, id, at }, since),
          ...toldOfReplied(DB, { brandId, receipt }, id, now.getTime()),
          ...(leftOutMail && replyTo !== null
            ? mailOfLeftOut(env, { brandId, receipt, id, at, to: author }, { ...leftOutMail, replyTo }, since)
            : []),
        ]
      : []),
  ])
  if ((stored?.results.length ?? 0) > 0) {
    if (state === 'received') sendMailsSoon(env)
    return 'taken'
  }
  if (await hasMessage(DB, receipt, [id, admittedId(receipt, id)])) return 'known'
  return (await livingAmong(DB, [receipt])).length === 0 ? 'unknown' : 'too-many'
}
