import type { Env } from '../env.ts'

/** The site's two keys and which of them signs; both verify (docs/operating.md, A new signing key). */
export type SigningSettings = Pick<Env, 'SIGNING_KEY' | 'SIGNING_KEY_A' | 'SIGNING_KEY_B'>

interface Keys {
  signing: CryptoKey
  /** With the one that signs. */
  verifying: CryptoKey[]
}

const known = new Map<string, Promise<CryptoKey>>()

/** A key of the settings, imported once in each isolate. */
function imported(value: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(value)
  const key =
    known.get(value) ??
    crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  known.set(value, key)
  return key
}

/** @throws Error where the key that signs is missing */
export async function signingKeys({ SIGNING_KEY, SIGNING_KEY_A, SIGNING_KEY_B }: SigningSettings): Promise<Keys> {
  const [signing, other] = SIGNING_KEY === 'A' ? [SIGNING_KEY_A, SIGNING_KEY_B] : [SIGNING_KEY_B, SIGNING_KEY_A]
  if (signing === '') throw new Error(`The setting SIGNING_KEY_${SIGNING_KEY} is missing.`)
  const key = await imported(signing)
  return { signing: key, verifying: other === '' ? [key] : [key, await imported(other)] }
}
