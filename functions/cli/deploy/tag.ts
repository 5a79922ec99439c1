import { createHash } from 'node:crypto'
import { fingerprint } from '../built-site.ts'

/** Cloudflare takes tags of up to 25 characters. */
const LENGTH = 16

/**
 * Names a version after everything that it is made of, so that a later run finds it again.
 * @param secret value of TURNSTILE_SECRETS in the environment, which becomes a part of the version
 */
export async function readTag(secret = process.env.TURNSTILE_SECRETS ?? ''): Promise<string> {
  return createHash('sha256')
    .update(await fingerprint())
    .update(secret)
    .digest('hex')
    .slice(0, LENGTH)
}
