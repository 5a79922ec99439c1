import type { Site } from './site.ts'

export const REPLY_DOMAIN = 'reply.vcp-x.example'

/** The address that the visitor's mail program would answer to: of an inquiry that was answered. */
export async function replyTo(site: Pick<Site, 'sql'>, receipt: string): Promise<string> {
  const rows = await site.sql('SELECT reply_token AS token FROM inquiry WHERE receipt = ?', receipt)
  return `reply+${String(rows[0]?.token)}@${REPLY_DOMAIN}`
}

/** A mail as it comes in. @param head further lines of its head */
export const mail = (from: string, to: string, id: string, body: string, ...head: string[]): string =>
  [`From: <${from}>`, `To: <${to}>`, `Message-ID: <${id}@company.example>`, ...head, '', body].join('\r\n')
