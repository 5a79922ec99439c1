import { sign, verify } from '../http/signature.ts'
import { CONTENT_PROOF } from './content-address.ts'

/** How long the preview of an entry and its files open (docs/contract.md#9). */
export const PREVIEW_MS = 72 * 3_600_000
/** For the pages of one brand. */
const purposeOf = (brandId: string) => ['content', brandId]

/** Opens a file for three days on the hosts of one brand, whether or not it is public. */
export const contentProof = (db: D1Database, brandId: string, fileKey: string): Promise<string> =>
  sign({ DB: db }, purposeOf(brandId), fileKey, PREVIEW_MS)

/** An address of an operator's file in an attribute of cleaned HTML. */
const ADDRESS = /="(\/content\/([0-9a-f-]{36})\/[^"?#]*)"/g

/**
 * The HTML of a preview, its files with a proof: what nobody has published yet is served to whoever has the preview.
 * @param brandId whose host shows it
 * @param html cleaned
 * @param usable keys of the files that may be opened; the others stay as they are
 */
export async function withContentProofs(
  db: D1Database,
  brandId: string,
  html: string,
  usable: ReadonlySet<string>,
): Promise<string> {
  const named = [...html.matchAll(ADDRESS)].map(([, , fileKey = '']) => fileKey)
  const fileKeys = new Set(named.filter((fileKey) => usable.has(fileKey)))
  if (fileKeys.size === 0) return html
  const proofs = new Map<string, string>()
  for (const fileKey of fileKeys) proofs.set(fileKey, await contentProof(db, brandId, fileKey))
  return html.replaceAll(ADDRESS, (text, address: string, fileKey: string) => {
    const proof = proofs.get(fileKey)
    return proof === undefined ? text : `="${address}?${CONTENT_PROOF}=${proof}"`
  })
}

/** Whether a proof of a preview is valid for this file on the hosts of the brand. */
export const isContentProof = async (
  db: D1Database,
  brandId: string,
  fileKey: string,
  proof: string,
): Promise<boolean> => (await verify({ DB: db }, purposeOf(brandId), proof)) === fileKey
