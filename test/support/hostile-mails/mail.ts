import type { MailOutcome } from '../../../functions/conversation/receive-reply.ts'
import { VISITOR } from '../conversation-under-test.ts'

/** A mail that means harm, and what becomes of it. */
export interface HostileMail {
  what: string
  /** What the platform adds and what the sender writes, each line without its end. */
  head?: string[]
  body?: string | Uint8Array
  /** Envelope, where it is not the visitor's and the right address. */
  from?: string
  to?(address: string): string
  becomes: MailOutcome
  /** In the stored conversation, or nowhere at all. */
  contains?: string[]
  never?: RegExp
}

export const AR = 'Authentication-Results: mx.cloudflare.net;'
/** What the platform writes above a mail that the domain of the visitor has proven. */
export const PROVEN = `${AR} dkim=pass header.d=customer.example header.s=s1; dmarc=pass header.from=customer.example policy.dmarc=reject; spf=pass (mx.cloudflare.net: ok) smtp.mailfrom=${VISITOR}`
export const FROM = `From: Person <${VISITOR}>`
export const PLAIN = 'Content-Type: text/plain; charset=utf-8'
let ids = 0
export const id = () => `Message-ID: <hostile-${++ids}@customer.example>`
export const proven = (...lines: string[]) => [PROVEN, FROM, id(), ...lines]
export const forged = (...lines: string[]) => [FROM, id(), PLAIN, ...lines]
export const multipart = (parts: string[], type = 'multipart/mixed') => ({
  head: proven(`Content-Type: ${type}; boundary="b"`),
  body: [...parts.map((part) => `--b\r\n${part}`), '--b--', ''].join('\r\n'),
})
export const file = (name: string, type: string, base64: string) =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}`
export const text = (words: string) => `${PLAIN}\r\n\r\n${words}`
export const html = (markup: string) => ({ head: proven('Content-Type: text/html; charset=utf-8'), body: markup })
export const PDF = Buffer.from('%PDF-1.7\n%%EOF').toString('base64')
/** A mail as bytes. */
export function rawMail({
  head = proven(PLAIN),
  body = 'Hello.',
}: Pick<HostileMail, 'head' | 'body'>): Uint8Array<ArrayBuffer> {
  const start = new TextEncoder().encode(`${head.join('\r\n')}\r\n\r\n`)
  const end = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const bytes = new Uint8Array(start.length + end.length)
  bytes.set(start)
  bytes.set(end, start.length)
  return bytes
}
