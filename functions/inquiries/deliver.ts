import { waitUntil } from 'cloudflare:workers'
import { releaseUploads } from '../attachments/staged-files.ts'
import { signFileKeys } from '../attachments/signed-reference.ts'
import { brandWithId } from '../brand/hosts.ts'
import { adminOriginFor, inquiryPage } from '../contract/admin-origins.ts'
import type { FileRecord } from '../contract/attachments.ts'
import type { InquiryState } from '../contract/inquiry-body.ts'
import { afterFailure, type Failure } from '../contract/retry-schedule.ts'
import { staffLinkMs } from '../contract/retention.ts'
import { writeDelivered, writeFailed } from '../database/delivery.ts'
import { type ClaimedInquiry, lostClaims, readClaimed } from '../database/inquiry-claim.ts'
import type { Env } from '../env.ts'
import { UpstreamTimeoutError } from '../errors.ts'
import { within } from '../deadlines/deadline.ts'
import { logFailure } from '../log.ts'
import { mailOfUndelivered } from '../mail/store-mails.ts'
import { deliveryUpstreamOf } from '../upstream/select-upstream.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { toldOfDelivered, toldOfUndelivered } from '../webhooks/tell-webhooks.ts'
import { failureOf, reasonOf } from './delivery-outcome.ts'
import { forwardHeldFiles } from './forward-held-files.ts'
import { writeNotification } from './upstream-notification.ts'

/*
 * One attempt to deliver an inquiry to a remote upstream; when there is another one is in run-due.ts and retry-schedule.ts. With the embedded
 * one an inquiry is delivered as it is accepted; here it only takes over what waits when UPSTREAM_URL is emptied.
 */

/** How long visitors make no attempt of their own after one that had no answer. */
const PAUSE_MS = 5000
/** Inquiries whose claim has run out that a run looks at. */
const LOST_MAX = 100

/** How long an attempt has an inquiry for itself: the look-up of its files and the inquiry, each with the deadline of deliveries. */
export const CLAIM_MS = ({ UPSTREAM_DELIVERY_TIMEOUT_MS }: Env): number => 2 * UPSTREAM_DELIVERY_TIMEOUT_MS + 10_000

/** How long sending an inquiry may take. With less left of its claim it is not sent: another attempt or a destruction might meet it. */
const SEND_MS = ({ UPSTREAM_DELIVERY_TIMEOUT_MS }: Env): number => UPSTREAM_DELIVERY_TIMEOUT_MS + 5000

/** The first attempt, for which the visitor waits a moment; it goes on after that. @returns the state that the visitor is told */
export async function deliverFirst(env: Env, receipt: string, requestId: string): Promise<InquiryState> {
  const attempted = (async () => {
    const claimed = await readClaimed(env.DB, { receipt, attempts: 1 })
    return claimed !== null && (await attempt(env, deliveryUpstreamOf(env), claimed)) === 'delivered'
  })().catch((error: unknown) => {
    log(requestId, 'delivery', error)
    return false
  })
  waitUntil(attempted)
  return (await within(env.UPSTREAM_TIMEOUT_MS, attempted, () => false)) ? 'delivered' : 'queued'
}

/** What became of an attempt: `failed` where the upstream has answered. */
export type Outcome = 'delivered' | 'failed' | 'unanswered'

/** A claim that ran out is an unknown outcome. */
export async function settleLostClaims(env: Env): Promise<void> {
  for (const claimed of await lostClaims(env.DB, Date.now(), LOST_MAX))
    await fail(env, claimed, 'unknown', 'The attempt was interrupted.')
}

/**
 * Runs one attempt. After any failure the inquiry is still stored and has a next attempt, or is undelivered. Where D1 does not take what has
 * become of it, the claim runs out.
 */
export async function attempt(env: Env, upstream: Upstream, claimed: ClaimedInquiry): Promise<Outcome> {
  try {
    return await deliver(env, upstream, claimed)
  } catch (error) {
    log(claimed.delivery.requestId, 'delivery', error)
    return 'unanswered'
  }
}

async function deliver(env: Env, upstream: Upstream, claimed: ClaimedInquiry): Promise<Outcome> {
  const { requestId } = claimed.delivery
  try {
    const forwarded = await forwardHeldFiles(env, upstream, claimed, CLAIM_MS(env))
    if (forwarded === 'lost') return 'failed'
    if ('error' in forwarded) {
      log(requestId, 'staged-files', forwarded.error)
      await fail(env, claimed, 'unavailable', reasonOf(forwarded.error), forwarded.hasAnswered)
      return forwarded.hasAnswered ? 'failed' : 'unanswered'
    }
    await send(env, upstream, forwarded)
  } catch (error) {
    log(requestId, 'delivery', error)
    const failure = failureOf(error)
    await fail(env, claimed, failure, reasonOf(error))
    return failure === 'refused' ? 'failed' : 'unanswered'
  }
  const now = Date.now()
  const told = claimed.canary ? [] : toldOfDelivered(env.DB, claimed, now)
  const released = await writeDelivered(env.DB, claimed.receipt, upstream.keepsRows, now, told)
  await releaseUploads(env, released).catch((error: unknown) => log(requestId, 'clean-up', error))
  return 'delivered'
}

/**
 * Sends an inquiry with its notification, which names its attachments.
 * @throws UpstreamFailedError, UpstreamTimeoutError where the upstream has not taken it, or has not said so, or D1 or the upstream was slow
 * before anything was sent
 */
async function send(env: Env, upstream: Upstream, inquiry: ClaimedInquiry): Promise<void> {
  const { receipt, brandId, whiteLabel, kind, texts, fileRefId, fileRefIdHomepage, processedMonths, delivery } = inquiry
  const { origin } = brandWithId(brandId)
  const call = { requestId: delivery.requestId, whiteLabel }
  const references = [fileRefId, fileRefIdHomepage].filter((id) => id !== null)
  const lookUps = await Promise.allSettled(
    references.map(async (id): Promise<FileRecord[]> =>
      signFileKeys(env, await upstream.selectFiles(id, call), staffLinkMs(processedMonths)),
    ),
  )
  const attachmentsOf = (result?: PromiseSettledResult<FileRecord[]>) =>
    result?.status === 'fulfilled' ? result.value : []
  const adminOrigin = adminOriginFor(env.ADMIN_ORIGIN, { id: brandId, origin })
  const notification = writeNotification(inquiry, {
    origin,
    attachments: lookUps.flatMap(attachmentsOf),
    // An upstream that has been changed meanwhile names no files.
    unnamed: references.filter((_, index) => attachmentsOf(lookUps[index]).length === 0),
    missing: delivery.missing,
    keptAt: inquiry.staged.length > 0 ? inquiryPage(adminOrigin, receipt) : null,
  })
  if (inquiry.claimedUntil - Date.now() < SEND_MS(env))
    throw new UpstreamTimeoutError('Too little time was left to send it.')
  await upstream.sendInquiry(
    {
      ...texts,
      ...notification,
      file_ref_id: fileRefId,
      file_ref_id_homepage: fileRefIdHomepage,
      is_home_unite: kind === 'partnership',
      is_home_inquiry: kind === 'sales',
    },
    { ...call, receipt },
  )
}

/**
 * Writes how an attempt failed. Where an operator has had the inquiry sent again meanwhile, it is the first one that is counted since.
 * @param hasAnswered whether the upstream answers all the same
 */
async function fail(
  env: Env,
  claimed: ClaimedInquiry,
  failure: Failure,
  reason: string,
  hasAnswered = failure === 'refused',
): Promise<void> {
  const now = Date.now()
  const next = afterFailure(failure, { ...claimed, since: claimed.triedSince }, now)
  const failed = { ...next, reason, pauseUntil: hasAnswered ? null : now + PAUSE_MS }
  const statements = writeFailed(env.DB, claimed, failed, now)
  const results = await env.DB.batch([
    ...statements,
    ...(next.nextAt === null && !claimed.canary
      ? [...mailOfUndelivered(env, claimed, reason, now), ...toldOfUndelivered(env.DB, claimed, now)]
      : []),
  ])
  if (results[statements.length - 1]?.results.length === 0) {
    const sentAgain = await readClaimed(env.DB, claimed)
    if (sentAgain) await fail(env, sentAgain, failure, reason, hasAnswered)
    return
  }
  if (next.nextAt === null)
    console.error(
      JSON.stringify({
        level: 'error',
        request_id: null,
        method: 'DELIVERY',
        code: 'undelivered',
        brand_id: claimed.brandId,
      }),
    )
}

const log = (requestId: string | null, code: string, error: unknown) =>
  logFailure('warn', { requestId, method: 'DELIVERY', path: '/api/board/inquiry', code }, error)
