import { replyToken } from '../database/inquiry-state.ts'
import type { Env } from '../env.ts'

/*
 * The address for replies to an inquiry: `reply+{token}@{REPLY_DOMAIN}`. The token is 128 random bits in hex. It stands in the row of the
 * inquiry, says nothing else, and is deleted with the inquiry (decision 062).
 */

const TOKEN_BYTES = 16
const LOCAL_PART = /^reply\+([0-9a-f]{32})$/

const newToken = () => Buffer.from(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))).toString('hex')

/** The address for replies to an inquiry, always the same once it is made; null where there is none. */
export async function addressForReplies(
  { DB, REPLY_DOMAIN }: Pick<Env, 'DB' | 'REPLY_DOMAIN'>,
  receipt: string,
): Promise<string | null> {
  if (REPLY_DOMAIN === '') return null
  const token = await replyToken(DB, receipt, newToken())
  return token === null ? null : `reply+${token}@${REPLY_DOMAIN}`
}

/** The token of an address for replies. A mail server may change the case of an address. Null where it is no such address. */
export function tokenOfAddress(address: string, domain: string): string | null {
  const at = address.lastIndexOf('@')
  if (domain === '' || address.slice(at + 1).toLowerCase() !== domain) return null
  return LOCAL_PART.exec(address.slice(0, at).toLowerCase())?.[1] ?? null
}
