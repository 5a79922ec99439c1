import { replyAddress, signReply } from '../../functions/mail/reply-token.ts'
import type { Site } from './site.ts'

export const REPLY_DOMAIN = 'reply.vcp-x.example'

/** The address that the visitor's mail program would answer to: of an inquiry of the default brand that was answered. */
export async function replyTo(site: Pick<Site, 'sql'>, receipt: string): Promise<string> {
  const rows = await site.sql('SELECT reply_key AS key FROM inquiry WHERE receipt = ?', receipt)
  return replyAddress(REPLY_DOMAIN, receipt, await signReply(receipt, 'vcp-x', String(rows[0]?.key)))
}

/** A mail as it comes in. @param head further lines of its head */
export const mail = (from: string, to: string, id: string, body: string, ...head: string[]): string =>
  [`From: <${from}>`, `To: <${to}>`, `Message-ID: <${id}@company.example>`, ...head, '', body].join('\r\n')
