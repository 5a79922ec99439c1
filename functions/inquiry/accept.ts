import { waitUntil } from 'cloudflare:workers'
import { checkFiles } from '../attachments/check-files.ts'
import { brandWithId } from '../brand/hosts.ts'
import type { FileField } from '../contract/form-fields.ts'
import { fileReferences, type InquiryBody, type Receipt } from '../contract/inquiry-body.ts'
import { consentedMonths } from '../contract/retention.ts'
import {
  InvalidBodyError,
  OtherContentsError,
  PolicyChangedError,
  UpstreamFailedError,
  UpstreamTimeoutError,
} from '../errors.ts'
import { within } from '../http/deadline.ts'
import { logFailure } from '../log.ts'
import { stagedFiles } from '../attachments/staged-files.ts'
import { FILES_GONE, type StagedUpload } from '../attachments/staged-upload.ts'
import type { Refusal } from '../outbox/acceptance.ts'
import { clientOf, lineOf } from '../http/client.ts'
import { takeMegabytes } from '../middleware/rate-limit.ts'
import { outboxOf } from '../outbox/brand-outbox.ts'
import type { Payload } from '../outbox/payload.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import { checkSpam, type SpamCheck } from './spam-check.ts'
import { repeatedSignal, textSignals } from './text-signals.ts'

/** A validated inquiry as either entry point, JSON or plain form, has read it. */
export interface Submission extends SpamCheck {
  inquiry: InquiryBody
  /** Files that came in the same request, by form field. The JSON API has a call of its own for them. */
  uploads?: ReadonlyMap<FileField, StagedUpload>
  /** How long the key stands for the inquiry, where that is no day. */
  keyLifeMs?: number
  /** An inquiry of the site itself. */
  canary?: boolean
}

/**
 * Accepts an inquiry: spam check, uploads, outbox, then in the background the check of its files. `held` names the files that the
 * upstream did not take; they stay staged and the outbox forwards them later.
 * @throws NotHumanError, TooSoonError, RateLimitError, OtherContentsError, InvalidBodyError where staged files are gone or the brand
 * has no such form; the files of the request are deleted then
 */
export async function accept(submission: Submission): Promise<Receipt & { held: string[] }> {
  const { env, visitor, key, uploads = new Map<FileField, StagedUpload>() } = submission
  const repeated = repeatedSignal(env, visitor, submission.inquiry)
  const checked = await checkForm(submission).catch(async (error: unknown) => {
    for (const upload of uploads.values()) await upload.discard()
    throw error
  })
  const spamSignals = submission.canary ? [] : [...checked, ...textSignals(submission.inquiry), ...(await repeated)]
  const { processed_months: agreed, ...sent } = submission.inquiry
  const inquiry = { ...sent, held_files: [...sent.held_files] }
  const held: string[] = []
  for (const [field, upload] of uploads) {
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
  }
  const { whiteLabel, origin, requestId, locale } = visitor
  const payload: Payload = {
    inquiry,
    brandId: visitor.brandId,
    whiteLabel,
    origin,
    requestId,
    ...(locale && { locale }),
    processedMonths: consentedMonths(agreed, visitor.processedMonths),
    uploads: inquiry.held_files,
    remarks: spamSignals,
    ...(submission.canary && { canary: true }),
  }
  const store = async (): Promise<Receipt | Refusal> =>
    outboxOf(env, visitor.brandId).accept(key, payload, submission.keyLifeMs, lineOf(submission.request))
  // The platform moves and restarts Durable Objects now and then; the key makes a second attempt safe.
  const receipt = await store().catch((error: unknown) => {
    if (error instanceof Error && 'retryable' in error && error.retryable) return store()
    throw error
  })
  if (typeof receipt === 'string') {
    for (const upload of uploads.values()) await upload.discard()
    if (receipt === 'files-gone') throw new InvalidBodyError([{ field: 'held_files', message: FILES_GONE }])
    throw new OtherContentsError('This key stands for an inquiry with other contents. A new one needs a new key.')
  }
  // Only now: a file on which the isolate ends costs nobody the inquiry.
  waitUntil(checkFiles(env, { references: fileReferences(inquiry), uploads: inquiry.held_files }, visitor))
  return { ...receipt, held }
}

/**
 * @throws InvalidBodyError for a form that the brand does not have, PolicyChangedError for a policy that is not in force, RateLimitError
 * for staged files beyond the client's megabytes, and what the spam check throws
 */
async function checkForm(submission: Submission) {
  const { privacy_version } = submission.inquiry
  if (privacy_version !== null && !submission.visitor.privacyVersions.includes(privacy_version))
    throw new PolicyChangedError()
  const { features } = brandWithId(submission.visitor.brandId)
  if (submission.inquiry.is_home_unite && !features.partnershipForm)
    throw new InvalidBodyError([{ field: 'is_home_unite', message: 'This site has no partnership form.' }])
  const signals = await checkSpam(submission)
  await countHeldFiles(submission)
  return signals
}

/**
 * Counts the files of an earlier upload: the outbox sends them once more for each inquiry that names them. While R2 does not answer they
 * are not counted, because the inquiry matters more.
 * @throws RateLimitError
 */
async function countHeldFiles({ env, request, inquiry }: Submission): Promise<void> {
  for (const id of inquiry.held_files) {
    const files = stagedFiles(env, id).catch(() => [])
    for (const { size } of await within(env.UPSTREAM_TIMEOUT_MS, files, () => []))
      await takeMegabytes(env, clientOf(request), size)
  }
}
