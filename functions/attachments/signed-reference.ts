import type { FileRecord } from '../contract/attachments.ts'
import type { InquiryBody } from '../contract/inquiry-body.ts'
import type { Env } from '../env.ts'
import { InvalidBodyError, NotFoundError } from '../errors.ts'
import { macOf, macsOf, sign, verify } from '../http/signature.ts'

/*
 * File references, ids of staged uploads and file keys leave the edge signed (decision 023). Upstream and storage know only the
 * value behind.
 */

type Database = Pick<Env, 'DB'>

/** What a reference is for: an upstream knows only its own. */
const purposeOf = ({ UPSTREAM_URL }: Uploads, brandId: string) => ['reference', brandId, UPSTREAM_URL ?? 'embedded']
type Uploads = Pick<Env, 'DB' | 'UPSTREAM_URL'>

/** For whom a reference is signed: the brand, and the visitor by the CSRF token of the upload. */
export interface Holder {
  brandId: string
  visitor: string
}

const DAY_MS = 24 * 3_600_000
/** How long a signed reference names files that no inquiry has; they are kept an hour longer (staged-files.ts). */
export const REFERENCE_MS = 22 * 3_600_000
/** Download link of a visitor. */
export const VISITOR_LINK_MS = DAY_MS

/** Signs the answer of an upload, or the id under which its files stay staged. @throws UpstreamFailedError without the key */
export async function signReference(env: Uploads, { brandId, visitor }: Holder, reference: string): Promise<string> {
  return sign(env, purposeOf(env, brandId), `${reference}.${await visitorTag(env, visitor)}`, REFERENCE_MS)
}

/**
 * The reference behind a signed one.
 * @param holder `visitor` null: the request names none, and whoever has the signed reference may use it
 * @throws NotFoundError for one that is not signed, for another holder, of another upstream, or expired
 */
export async function openReference(
  env: Uploads,
  { brandId, visitor }: { brandId: string; visitor: string | null },
  signed: string,
): Promise<string> {
  const [, reference, tag] = /^(.+)\.([\w-]+)$/.exec((await verify(env, purposeOf(env, brandId), signed)) ?? '') ?? []
  if (reference === undefined || (visitor !== null && !(await isTagOf(env, visitor, tag ?? ''))))
    throw new NotFoundError('There is no such file reference, or it has expired.')
  return reference
}

/** Replaces the signed references of an inquiry. @throws InvalidBodyError that names each field with an invalid one */
export async function openReferences(env: Uploads, holder: Holder, inquiry: InquiryBody): Promise<InquiryBody> {
  const errors: { field: string; message: string }[] = []
  const open = (field: string, signed: string): Promise<string> =>
    openReference(env, holder, signed).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error
      errors.push({ field, message: error.message })
      return ''
    })
  const { file_ref_id: first, file_ref_id_homepage: second, held_files } = inquiry
  const opened = {
    ...inquiry,
    file_ref_id: first ? await open('file_ref_id', first) : null,
    file_ref_id_homepage: second ? await open('file_ref_id_homepage', second) : null,
    held_files: await Promise.all(held_files.map((id, index) => open(`held_files.${index}`, id))),
  }
  if (errors.length > 0) throw new InvalidBodyError(errors)
  return opened
}

/** Signs the keys of files for so many milliseconds. */
export const signFileKeys = (env: Database, records: FileRecord[], forMs: number): Promise<FileRecord[]> =>
  Promise.all(records.map(async (file) => ({ ...file, file_key: await sign(env, ['file'], file.file_key, forMs) })))

/** The key behind a signed one. @throws NotFoundError for one that is not signed, or expired */
export async function openFileKey(env: Database, signed: string): Promise<string> {
  const key = await verify(env, ['file'], signed)
  if (key === null) throw new NotFoundError('There is no such file, or the link has expired.')
  return key
}

/** Signs the names of files that wait with an inquiry, for the address of its confirmation. */
export const signNames = (env: Database, receipt: string, names: string[]): Promise<string> =>
  sign(env, ['names', receipt], Buffer.from(JSON.stringify(names)).toString('base64url'), DAY_MS)

/** The names behind a signed text; none where it is not signed for this receipt, or expired. */
export async function openNames(env: Database, receipt: string, signed: string): Promise<string[]> {
  const names = await verify(env, ['names', receipt], signed)
  return names === null ? [] : (JSON.parse(Buffer.from(names, 'base64url').toString()) as string[])
}

const TAG_CHARACTERS = 16
const visitorTag = async (env: Database, visitor: string) =>
  (await macOf(env, ['visitor', visitor])).slice(0, TAG_CHARACTERS)
const isTagOf = async (env: Database, visitor: string, tag: string): Promise<boolean> =>
  (await macsOf(env, ['visitor', visitor])).some((mac) => mac.slice(0, TAG_CHARACTERS) === tag)
