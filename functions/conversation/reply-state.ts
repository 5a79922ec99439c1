import { brandWithId } from '../brand/hosts.ts'
import type { ReplyState } from '../contract/conversation.ts'
import { comparedAddress, isSameAddress } from '../contract/email-address.ts'
import type { InquiryRow } from '../database/inquiry-row.ts'
import { admittedAddresses } from '../database/message-row.ts'
import type { Env } from '../env.ts'
import { senderOf } from '../mail/sender.ts'

/* Whether a reply is received, automatic or quarantined, by its sender (decision 062). */

/** Whether an address is one of the site itself: from which it sends for a brand, or to which it is replied. */
export function isOwnAddress({ MAIL_FROM, REPLY_DOMAIN }: Env, brandId: string, address: string): boolean {
  const compared = comparedAddress(address)
  if (REPLY_DOMAIN !== '' && compared.slice(compared.lastIndexOf('@') + 1) === REPLY_DOMAIN) return true
  return [MAIL_FROM, senderOf(brandWithId(brandId), MAIL_FROM).address].some((own) => isSameAddress(own, compared))
}

/** What a reply says of its sender. */
export interface ReplySender {
  from: string
  /** The platform has proven that it is from there. */
  isProven: boolean
  /** A machine has sent it. */
  isMachine: boolean
}

/**
 * Whose reply it is: of the visitor, or of an address that an operator has admitted. Admission never takes the place of the proof: what
 * nothing proves is quarantined whoever it says it is from.
 */
export async function replyState(
  env: Env,
  { receipt, inquiry_mail, brand_id }: Pick<InquiryRow, 'receipt' | 'inquiry_mail' | 'brand_id'>,
  { from, isProven, isMachine }: ReplySender,
): Promise<ReplyState> {
  if (!isProven) return 'quarantined'
  const admitted = [inquiry_mail ?? '', ...(await admittedAddresses(env.DB, receipt))]
  if (!admitted.some((address) => isSameAddress(address, from))) return 'quarantined'
  return isMachine || isOwnAddress(env, brand_id, from) ? 'automatic' : 'received'
}
