import { createHash } from 'node:crypto'
import { fingerprint } from '../built-site.ts'

/** Cloudflare takes tags of up to 25 characters: these two and a hyphen. */
const SOURCES_LENGTH = 16
const SECRET_LENGTH = 8

const sha256 = (...parts: string[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

/**
 * Names a version after everything that it is made of, so that a later run finds it again.
 * @param sources fingerprint of what it is built from
 * @param secret value of TURNSTILE_SECRETS in the environment, which becomes a part of the version; empty: the deployed one stays
 */
export const tagOf = (sources: string, secret: string): string => {
  const tag = sha256(sources).slice(0, SOURCES_LENGTH)
  return secret === '' ? tag : `${tag}-${sha256(sources, secret).slice(0, SECRET_LENGTH)}`
}

/** The tag of this checkout. */
export const readTag = async (secret = process.env.TURNSTILE_SECRETS ?? ''): Promise<string> =>
  tagOf(await fingerprint(), secret)

/** Whether a version is the one that `wanted` names; without a secret in `wanted` it may have any. */
export const isBuiltAs = (tag: string | null, wanted: string): boolean =>
  tag === wanted || (!wanted.includes('-') && tag?.split('-')[0] === wanted)
