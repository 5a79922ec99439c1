import { FILES_GONE, type StagedUpload } from '../attachments/stage-upload.ts'
import { brandWithId } from '../brand/hosts.ts'
import type { FileField } from '../contract/form-files.ts'
import { fileReferences, type InquiryBody, type Receipt } from '../contract/inquiry-body.ts'
import { consentedMonths, processedMonths } from '../contract/retention.ts'
import type { SpamSignal } from '../contract/spam-signals.ts'
import type { TelephoneConsent } from '../contract/telephone.ts'
import type { StagedName } from '../database/inquiry-row.ts'
import { acceptedUnderKey, type AcceptedUnderKey, insertInquiry, type NewInquiry } from '../database/new-inquiry.ts'
import { type FileRow, filesOfUploads, objectKey, uploadsOfReferences } from '../database/upload.ts'
import {
  ApiError,
  InvalidBodyError,
  OtherContentsError,
  PolicyChangedError,
  StoreUnavailableError,
  UpstreamFailedError,
  UpstreamTimeoutError,
} from '../errors.ts'
import { logFailure } from '../log.ts'
import { mailsOfAccepted } from '../mail/store-mails.ts'
import { sendMailsSoon } from '../mail/send-mails.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import { toldOfAccepted } from '../webhooks/tell-webhooks.ts'
import { CLAIM_MS, deliverFirst } from './deliver.ts'
import { hashesOf, type InquiryKey, isSameInquiry, KEY_LIFE_MS } from './idempotency-key.ts'
import { newReceipt, publicState } from './receipt.ts'
import { checkSpam, type SpamCheck } from './spam-check.ts'
import { signalSentences } from './upstream-notification.ts'

/** A validated inquiry as either entry point, JSON or plain form, has read it. */
export interface Submission extends SpamCheck, InquiryKey {
  inquiry: InquiryBody
  /** Files that came in the same request, by form field. The JSON API has a call of its own for them. */
  uploads?: ReadonlyMap<FileField, StagedUpload>
  /** An inquiry of the site itself. */
  canary?: boolean
  /** An operator has taken it by telephone, under a receipt that is chosen already. */
  telephone?: { receipt: string; consent: TelephoneConsent }
}

/**
 * Accepts an inquiry: checks it, then stores it with its mails in one batch. When that has answered, the inquiry is accepted; a remote
 * upstream gets it at once, and the visitor waits for that a moment. The same key with the same contents, fields and files, gives the same
 * receipt. `held` names the files that the upstream did not take; they stay staged and are sent later.
 * @throws OtherContentsError, PolicyChangedError, InvalidBodyError where staged files are gone
 * or the brand has no such form, StoreUnavailableError where D1 has not stored it: then nothing was accepted
 */
export async function accept(submission: Submission): Promise<Receipt & { held: string[] }> {
  const { env, visitor, uploads = new Map<FileField, StagedUpload>() } = submission
  const discardUploads = async () => {
    for (const upload of uploads.values()) await upload.discard()
  }
  try {
    const spamSignals = await check(submission)
    const { inquiry, held } = await forwardUploads(submission, uploads)
    const files = await orNotStored(readFiles(env.DB, inquiry, env.UPSTREAM_URL === null))
    const row = await orNotStored(newInquiry({ ...submission, inquiry }, files, spamSignals))
    const { accepted, mayAttempt } = await store(submission, row, files)
    if (accepted.receipt !== row.receipt) {
      if (!isSameInquiry(row, accepted))
        throw new OtherContentsError('This key stands for an inquiry with other contents. A new one needs a new key.')
      await discardUploads()
      const waiting = JSON.parse(accepted.staged ?? '[]') as StagedName[]
      return { receipt: accepted.receipt, state: publicState(accepted), held: waiting.map(({ name }) => name) }
    }
    if (!submission.canary) sendMailsSoon(env, visitor.requestId)
    const state = mayAttempt ? await deliverFirst(env, row.receipt, visitor.requestId) : publicState(accepted)
    return { receipt: row.receipt, state, held }
  } catch (error) {
    await discardUploads()
    throw error
  }
}

/**
 * What the database answers to an inquiry that is being accepted.
 * @throws StoreUnavailableError where it fails or does not answer in time: as far as anybody knows, nothing was accepted
 */
export const orNotStored = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((cause: unknown) => {
    if (cause instanceof ApiError && cause.status < 500) throw cause
    throw new StoreUnavailableError('The database has not stored the inquiry.', { cause })
  })

/**
 * @returns the spam signals
 * @throws InvalidBodyError for a form that the brand does not have, PolicyChangedError for a policy that is not in force
 */
async function check(submission: Submission) {
  const { inquiry, visitor, canary, telephone } = submission
  if (inquiry.privacy_version !== null && !visitor.privacyVersions.includes(inquiry.privacy_version))
    throw new PolicyChangedError()
  if (inquiry.is_home_unite && !brandWithId(visitor.brandId).features.partnershipForm)
    throw new InvalidBodyError([{ field: 'is_home_unite', message: 'This site has no partnership form.' }])
  // The clock sends it, or an operator.
  return canary || telephone ? [] : checkSpam(submission)
}

/** Sends the files of the same request upstream. Those that it does not take stay staged, and the inquiry names them. */
async function forwardUploads(
  { env, visitor, inquiry: { held_files, ...sent } }: Submission,
  uploads: ReadonlyMap<FileField, StagedUpload>,
): Promise<{ inquiry: InquiryBody; held: string[] }> {
  const inquiry: InquiryBody = { ...sent, held_files: [...held_files] }
  const held: string[] = []
  for (const [field, upload] of uploads)
    try {
      const reference = await upload.forward(upstreamOf(env), visitor)
      inquiry[field === 'profile_file' ? 'file_ref_id_homepage' : 'file_ref_id'] = reference
    } catch (error) {
      if (!(error instanceof UpstreamFailedError || error instanceof UpstreamTimeoutError)) throw error
      const { requestId } = visitor
      logFailure('warn', { requestId, method: 'POST', path: '/api/file/upload', code: error.code }, error)
      inquiry.held_files.push(upload.id)
      held.push(...upload.files.map(({ name }) => name))
    }
  return { inquiry, held }
}

interface InquiryFiles {
  rows: FileRow[]
  /** Ids of uploads that are here. */
  uploads: string[]
  /** Files that the upstream does not have. */
  staged: StagedName[]
  /** References whose files are not here. */
  elsewhere: string[]
  /** Fields that name files which nobody has any more: only an inquiry that was accepted before may have them. */
  gone: string[]
}

/** The files that an inquiry names. */
async function readFiles(db: D1Database, inquiry: InquiryBody, isEmbedded: boolean): Promise<InquiryFiles> {
  const references = fileReferences(inquiry)
  if (references.length + inquiry.held_files.length === 0)
    return { rows: [], uploads: [], staged: [], elsewhere: [], gone: [] }
  const known = await uploadsOfReferences(db, references)
  const elsewhere = references.filter((reference) => !known.has(reference))
  const needed = [...inquiry.held_files, ...(isEmbedded ? elsewhere : [])]
  const uploads = [...new Set([...known.values(), ...needed])]
  const rows = await filesOfUploads(db, uploads)
  const isGone = (id: string) => needed.includes(id) && !rows.some(({ upload_id }) => upload_id === id)
  return {
    rows,
    uploads,
    staged: rows
      .filter(({ upload_id }) => inquiry.held_files.includes(upload_id))
      .map(({ upload_id, position, name }) => ({ key: objectKey(upload_id, position), name })),
    elsewhere,
    gone: (['file_ref_id', 'file_ref_id_homepage', 'held_files'] as const).filter((field) =>
      [inquiry[field]].flat().some((id) => id !== null && isGone(id)),
    ),
  }
}

/** The row of an inquiry that is accepted now: with it the site's own upstream has received it, a remote one gets it by the first attempt. */
async function newInquiry(
  { env, visitor, inquiry, key, keyLifeMs = KEY_LIFE_MS, canary = false, telephone }: Submission,
  files: InquiryFiles,
  spamSignals: readonly SpamSignal[],
): Promise<NewInquiry> {
  const isEmbedded = env.UPSTREAM_URL === null
  const now = Date.now()
  const brand = brandWithId(visitor.brandId)
  const months = consentedMonths(inquiry.processed_months, processedMonths(brand))
  return {
    texts: inquiry,
    kind: inquiry.is_home_unite ? 'partnership' : 'sales',
    canary,
    spamSignals,
    privacyVersion: inquiry.privacy_version,
    telephone: telephone?.consent ?? null,
    receipt: telephone?.receipt ?? newReceipt(),
    brandId: visitor.brandId,
    whiteLabel: visitor.whiteLabel,
    locale: visitor.locale,
    processedMonths: months,
    key,
    keyEndsAt: now + keyLifeMs,
    ...(await hashesOf({
      inquiry,
      telephone: telephone ? { ...telephone.consent, language: visitor.locale } : null,
      files: files.rows,
      elsewhere: files.elsewhere,
    })),
    acceptedAt: now,
    fileRefId: inquiry.file_ref_id,
    fileRefIdHomepage: inquiry.file_ref_id_homepage,
    staged: files.staged,
    uploads: files.uploads,
    delivery: isEmbedded
      ? null
      : {
          requestId: visitor.requestId,
          held: inquiry.held_files,
          missing: [],
          waitedMs: 0,
          answeredAt: null,
        },
    // Files that the upstream has refused wait for the next run.
    attemptUntil: isEmbedded || inquiry.held_files.length > 0 ? null : now + CLAIM_MS(env),
  }
}

/**
 * Stores an inquiry with its mails, unless its key stands for another one.
 * @returns what the key stands for now, and whether the first attempt may begin
 * @throws InvalidBodyError where files are gone; StoreUnavailableError where D1 fails or does not answer in time: nothing was accepted then as far as anybody knows, and the same
 * key makes it safe to send it again
 */
async function store(
  { env, visitor, inquiry }: Submission,
  row: NewInquiry,
  { gone }: InquiryFiles,
): Promise<{ accepted: AcceptedUnderKey; mayAttempt: boolean }> {
  const { DB } = env
  const told = { inquiry, origin: brandWithId(visitor.brandId).origin, suspicions: row.spamSignals.map(signalSentence) }
  const batch = DB.batch([
    ...insertInquiry(DB, row),
    ...(row.canary
      ? []
      : [
          ...mailsOfAccepted(env, row, told, row.acceptedAt),
          ...toldOfAccepted(DB, row, row.acceptedAt, row.delivery === null),
        ]),
    acceptedUnderKey(DB, row.brandId, row.key),
  ])
  const results = await orNotStored(batch)
  const [accepted] = (results.at(-1) as D1Result<AcceptedUnderKey>).results
  if (!accepted && gone.length > 0) throw new InvalidBodyError(gone.map((field) => ({ field, message: FILES_GONE })))
  if (!accepted) throw new StoreUnavailableError('The database has not stored the inquiry.')
  const [inserted] = (results[1] as D1Result<{ attempts: number }>).results
  return { accepted, mayAttempt: inserted?.attempts === 1 }
}

const signalSentence = (signal: string) => signalSentences[signal as keyof typeof signalSentences] ?? signal
