import { readOrMakeKey } from '../database/signing-key.ts'
import type { Env } from '../env.ts'
import { UpstreamFailedError } from '../errors.ts'

/*
 * What leaves the edge and is trusted when it comes back has an expiry and a signature (decision 023):
 * `{value}.{expiry, seconds, base 36}.{HMAC-SHA-256, base64url}`.
 */

type Database = Pick<Env, 'DB'>

const encoder = new TextEncoder()
const keys = new WeakMap<D1Database, CryptoKey>()

/**
 * Signs a value for so many milliseconds.
 * @param purpose what the value is for, and for whom: it opens for the same purpose only
 * @throws UpstreamFailedError without the key
 */
export async function sign(env: Database, purpose: string[], value: string, forMs: number): Promise<string> {
  const signed = `${value}.${Math.floor((Date.now() + forMs) / 1000).toString(36)}`
  return `${signed}.${await macOf(env, [...purpose, signed])}`
}

/** The value behind a signed one; null for one that is not signed for this purpose, or expired. @throws UpstreamFailedError */
export async function verify({ DB }: Database, purpose: string[], signed: string): Promise<string | null> {
  const [, value, expiry, signature] = /^(.+)\.([0-9a-z]{1,8})\.([\w-]{43})$/.exec(signed) ?? []
  if (value === undefined || expiry === undefined || signature === undefined) return null
  if (Number.parseInt(expiry, 36) * 1000 < Date.now()) return null
  const bytes = Buffer.from(signature, 'base64url')
  // The unused bits of the last letter have to be 0 (RFC 4648, section 3.5): a signature has one spelling.
  if (bytes.toString('base64url') !== signature) return null
  const data = message([...purpose, `${value}.${expiry}`])
  return (await crypto.subtle.verify('HMAC', await signingKey(DB), bytes, data)) ? value : null
}

/** HMAC-SHA-256 of texts in base64url, with the site's own key. @throws UpstreamFailedError without the key */
export async function macOf({ DB }: Database, texts: string[]): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await signingKey(DB), message(texts))
  return Buffer.from(signature).toString('base64url')
}

const message = (texts: string[]) => encoder.encode(JSON.stringify(texts))

/** The site's own key, read once per isolate. @throws UpstreamFailedError where D1 fails */
async function signingKey(db: D1Database): Promise<CryptoKey> {
  const known = keys.get(db)
  if (known) return known
  const key = await readKey(db).catch((cause: unknown) => {
    throw new UpstreamFailedError('The signing key cannot be read.', { cause })
  })
  keys.set(db, key)
  return key
}

async function readKey(db: D1Database): Promise<CryptoKey> {
  const made = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
  const value = await readOrMakeKey(db, 'files', made)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', Buffer.from(value ?? '', 'base64'), algorithm, false, ['sign', 'verify'])
}
