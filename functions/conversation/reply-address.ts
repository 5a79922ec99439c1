import { replyKey } from '../database/inquiry.ts'
import type { Env } from '../env.ts'
import { newReplyKey, replyAddress, signReply } from '../mail/reply-token.ts'

/** The address for replies to an inquiry; null where there is none. */
export async function addressForReplies(
  { DB, REPLY_DOMAIN }: Pick<Env, 'DB' | 'REPLY_DOMAIN'>,
  { receipt, brandId }: { receipt: string; brandId: string },
): Promise<string | null> {
  if (REPLY_DOMAIN === '') return null
  const key = await replyKey(DB, receipt, newReplyKey())
  return key === null ? null : replyAddress(REPLY_DOMAIN, receipt, await signReply(receipt, brandId, key))
}
