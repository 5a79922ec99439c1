/*
 * The address for replies to an inquiry: `reply+{token}@{REPLY_DOMAIN}`. The token has the receipt and a signature of receipt and brand by
 * a key of that inquiry alone, which goes with it. It is base32 (RFC 4648, 6), because a mail server may change the case of an address.
 */

const RECEIPT_BYTES = 16
const SIGNATURE_BYTES = 16
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const TOKEN = /^reply\+([a-z2-7]{52})$/

/** What an address says; whether it is true only the key of its inquiry tells. */
export interface ReplyToken {
  receipt: string
  /** Base32. */
  signature: string
}

function toBase32(bytes: Uint8Array): string {
  let [bits, value, text] = [0, 0, '']
  for (const byte of bytes) {
    value = (value << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(value >>> (bits - 5)) & 31]
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}

function fromBase32(text: string): Uint8Array {
  const bytes: number[] = []
  let [bits, value] = [0, 0]
  for (const letter of text) {
    value = (value << 5) | ALPHABET.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 255)
    value &= (1 << bits) - 1
  }
  return Uint8Array.from(bytes)
}

/** A new key, in Base64. */
export const newReplyKey = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')

/** The signature of receipt and brand, in base32. @param key in Base64 */
export async function signReply(receipt: string, brandId: string, key: string): Promise<string> {
  const imported = await crypto.subtle.importKey(
    'raw',
    Buffer.from(key, 'base64'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const signed = await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(`reply ${receipt} ${brandId}`))
  return toBase32(new Uint8Array(signed).subarray(0, SIGNATURE_BYTES))
}

/** The address of a receipt. @param signature of `signReply` */
export function replyAddress(domain: string, receipt: string, signature: string): string {
  const bytes = new Uint8Array(RECEIPT_BYTES + SIGNATURE_BYTES)
  bytes.set(Buffer.from(receipt.replaceAll('-', ''), 'hex'))
  bytes.set(fromBase32(signature).subarray(0, SIGNATURE_BYTES), RECEIPT_BYTES)
  return `reply+${toBase32(bytes)}@${domain}`
}

/** What an address says, in any case; null where it is no address for replies. */
export function readReplyAddress(address: string, domain: string): ReplyToken | null {
  const at = address.lastIndexOf('@')
  if (domain === '' || address.slice(at + 1).toLowerCase() !== domain) return null
  const token = TOKEN.exec(address.slice(0, at).toLowerCase())?.[1]
  if (token === undefined) return null
  const bytes = fromBase32(token)
  const hex = Buffer.from(bytes.subarray(0, RECEIPT_BYTES)).toString('hex')
  const receipt = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { receipt, signature: toBase32(bytes.subarray(RECEIPT_BYTES)) }
}
