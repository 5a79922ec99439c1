import { v4, v5, validate } from 'uuid'
import type { FormKind } from '../contract/form-fields.ts'
import type { FileField } from '../contract/form-files.ts'
import type { InquiryBody } from '../contract/inquiry-body.ts'
import type { Locale } from '../contract/languages.ts'
import type { TelephoneConsent } from '../contract/telephone.ts'
import type { AcceptedUnderKey } from '../database/new-inquiry.ts'
import type { FileRow } from '../database/upload.ts'
import { InvalidBodyError } from '../errors.ts'

/*
 * The key of an inquiry (docs/contract.md#5): what is sent again under it, with the same contents, is the same inquiry. The statements that
 * store a key and end it are in database/new-inquiry.ts.
 */

/** How long a key stands for its inquiry, unless it is derived. */
export const KEY_LIFE_MS = 24 * 3_600_000
const DERIVED_KEY_LIFE_MS = 3_600_000

export interface InquiryKey {
  /** A UUID; submissions with the same key are the same inquiry. */
  key: string
  /** How long it stands for its inquiry, where that is not KEY_LIFE_MS. */
  keyLifeMs?: number
}

/** A form that a browser posted without a script. */
interface PostedContents {
  kind: FormKind
  /** What the visitor typed, by field name. */
  values: Record<string, string>
  /** Field, name and SHA-256 of each file. */
  files: readonly (readonly [FileField, string, string])[]
}

/** The key of a call of the API, from its header `Idempotency-Key`; a new one without it. @throws InvalidBodyError where it is no UUID */
export function keyOfCall(header: string | undefined): InquiryKey {
  if (header === undefined) return { key: v4() }
  if (!validate(header)) throw new InvalidBodyError([{ field: 'Idempotency-Key', message: 'This must be a UUID.' }])
  return { key: header.toLowerCase() }
}

/**
 * The key under which a posted form is accepted once. Without a script the page cannot make one, so it is derived from the contents with
 * their files and the browser's CSRF token: a second click on Submit is the same inquiry, the same words an hour later are a new one.
 */
export function keyOfPostedForm(csrfToken: string | null, { kind, values, files }: PostedContents): InquiryKey {
  if (csrfToken === null || !validate(csrfToken)) return { key: v4() }
  return { key: v5(JSON.stringify([kind, values, files]), csrfToken), keyLifeMs: DERIVED_KEY_LIFE_MS }
}

/** What tells two contents under one key apart, each a SHA-256 in hexadecimal. */
interface ContentsHashes {
  /** Of what was typed and of the files. */
  contentsHash: string
  /** Of what was typed and of what names the files. */
  namesHash: string
}

interface SentContents {
  inquiry: InquiryBody
  /** What an operator has typed beside the fields of an inquiry by telephone, with the language of the answer; null for any other. */
  telephone: (TelephoneConsent & { language: Locale | null }) | null
  /** Its files that are here. */
  files: readonly Pick<FileRow, 'field' | 'name' | 'sha256'>[]
  /** References whose files are not here. */
  elsewhere: readonly string[]
}

/** The version of the policy, the months of the consent and the honeypot field are no part of the contents. */
export async function hashesOf({ inquiry, telephone, files, elsewhere }: SentContents): Promise<ContentsHashes> {
  const {
    file_ref_id: first,
    file_ref_id_homepage: second,
    held_files: held,
    privacy_version: _version,
    processed_months: _months,
    website: _honeypot,
    ...typed
  } = inquiry
  // A field that is left out counts like an empty one.
  const fields = Object.entries({
    ...typed,
    ...(telephone && { consent_day: telephone.day, consent_way: telephone.way, language: telephone.language }),
  }).filter(([, value]) => value !== undefined && value !== '')
  const inOrder = fields.toSorted(([one], [other]) => (one < other ? -1 : 1))
  const identities = files.map(({ field, name, sha256 }) => [field, name, sha256].join(' '))
  const [contentsHash, namesHash] = await Promise.all([
    sha256([inOrder, [...identities, ...elsewhere].toSorted()]),
    sha256([inOrder, first, second, held.toSorted()]),
  ])
  return { contentsHash, namesHash }
}

/**
 * Whether what is sent under a key is what was accepted under it. Of files that the upstream has, and that are not here any more, only their
 * names can be compared.
 */
export const isSameInquiry = (
  sent: ContentsHashes,
  accepted: Pick<AcceptedUnderKey, 'contents_hash' | 'names_hash'>,
): boolean => sent.contentsHash === accepted.contents_hash || sent.namesHash === accepted.names_hash

async function sha256(value: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value)))
  return Buffer.from(digest).toString('hex')
}
