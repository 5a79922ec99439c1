import { errors, jwtVerify, SignJWT } from 'jose'
import { CONTENT_PROOF } from './content-file.ts'
import { readPreviewKey } from '../database/preview-key.ts'

/** As long as the preview address of an entry (docs/contract.md#9). */
const LIFETIME = '3d'
const AUDIENCE = 'content'

const keyOf = async (db: D1Database) => new TextEncoder().encode(await readPreviewKey(db))

/** Opens a file for three days, whether or not it is public. */
export async function contentProof(db: D1Database, fileKey: string): Promise<string> {
  const claims = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject(fileKey).setAudience(AUDIENCE)
  return claims.setExpirationTime(LIFETIME).sign(await keyOf(db))
}

/** An address of an operator's file in an attribute of cleaned HTML. */
const ADDRESS = /="(\/content\/([0-9a-f-]{36})\/[^"?#]*)"/g

/**
 * The HTML of a preview, its files with a proof: what nobody has published yet is served to whoever has the preview.
 * @param html cleaned
 */
export async function withContentProofs(db: D1Database, html: string): Promise<string> {
  const fileKeys = new Set([...html.matchAll(ADDRESS)].map(([, , fileKey = '']) => fileKey))
  if (fileKeys.size === 0) return html
  const proofs = new Map<string, string>()
  for (const fileKey of fileKeys) proofs.set(fileKey, await contentProof(db, fileKey))
  return html.replaceAll(
    ADDRESS,
    (_, address: string, fileKey: string) => `="${address}?${CONTENT_PROOF}=${proofs.get(fileKey)}"`,
  )
}

/** Whether a proof of a preview is valid for this file. */
export async function isContentProof(db: D1Database, fileKey: string, proof: string): Promise<boolean> {
  try {
    await jwtVerify(proof, await keyOf(db), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      subject: fileKey,
      requiredClaims: ['exp'],
    })
    return true
  } catch (error) {
    if (error instanceof errors.JOSEError) return false
    throw error
  }
}
