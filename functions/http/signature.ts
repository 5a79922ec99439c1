import { UpstreamFailedError } from '../errors.ts'
import { signingKeys, type SigningSettings } from './signing-keys.ts'

/*
 * What leaves the edge and is trusted when it comes back has an expiry and a signature (decision 023):
 * `{value}.{expiry, seconds, base 36}.{HMAC-SHA-256, base64url}`.
 */

const encoder = new TextEncoder()

/**
 * Signs a value for so many milliseconds.
 * @param purpose what the value is for, and for whom: it opens for the same purpose only
 * @throws UpstreamFailedError without the key
 */
export async function sign(env: SigningSettings, purpose: string[], value: string, forMs: number): Promise<string> {
  const signed = `${value}.${Math.floor((Date.now() + forMs) / 1000).toString(36)}`
  return `${signed}.${await macOf(env, [...purpose, signed])}`
}

/** The value behind a signed one; null for one that is not signed for this purpose, or expired. @throws UpstreamFailedError */
export async function verify(env: SigningSettings, purpose: string[], signed: string): Promise<string | null> {
  const [, value, expiry, signature] = /^(.+)\.([0-9a-z]{1,8})\.([\w-]{43})$/.exec(signed) ?? []
  if (value === undefined || expiry === undefined || signature === undefined) return null
  if (Number.parseInt(expiry, 36) * 1000 < Date.now()) return null
  const bytes = Buffer.from(signature, 'base64url')
  // The unused bits of the last letter have to be 0 (RFC 4648, section 3.5): a signature has one spelling.
  if (bytes.toString('base64url') !== signature) return null
  const data = message([...purpose, `${value}.${expiry}`])
  for (const key of (await keysOf(env)).verifying)
    if (await crypto.subtle.verify('HMAC', key, bytes, data)) return value
  return null
}

/** HMAC-SHA-256 of texts in base64url, with the key that signs. @throws UpstreamFailedError without the key */
export const macOf = async (env: SigningSettings, texts: string[]): Promise<string> =>
  macWith((await keysOf(env)).signing, texts)

/** The same with each key that verifies. @throws UpstreamFailedError without the keys */
export const macsOf = async (env: SigningSettings, texts: string[]): Promise<string[]> =>
  Promise.all((await keysOf(env)).verifying.map((key) => macWith(key, texts)))

async function macWith(key: CryptoKey, texts: string[]): Promise<string> {
  return Buffer.from(await crypto.subtle.sign('HMAC', key, message(texts))).toString('base64url')
}

const message = (texts: string[]) => encoder.encode(JSON.stringify(texts))

/** @throws UpstreamFailedError where the site has no key */
const keysOf = (env: SigningSettings) =>
  signingKeys(env).catch((cause: unknown) => {
    throw new UpstreamFailedError('There is no signing key.', { cause })
  })
