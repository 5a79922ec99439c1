import { signFileKeys } from '../attachments/signed-reference.ts'
import { adminOriginFor } from '../contract/admin-origins.ts'
import type { FileRecord } from '../contract/attachments.ts'
import { fileReferences } from '../contract/inquiry-body.ts'
import { PROCESSED_MONTHS, staffLinkMs } from '../contract/retention.ts'
import type { Env } from '../env.ts'
import { UpstreamError, UpstreamFailedError } from '../errors.ts'
import type { InquiryCall, Upstream } from '../upstream/upstream.ts'
import { writeNotification } from './notification.ts'
import { stagedNames } from './record-of-entry.ts'
import type { Failure } from './retry-schedule.ts'
import type { OpenEntry } from './entry.ts'

/**
 * Delivers one inquiry to the upstream: looks up the names of its attachments, then sends it.
 * @param row gives what its row says at this moment, see InquiryCall
 * @param onSend called immediately before the inquiry itself is sent
 * @throws UpstreamFailedError, UpstreamTimeoutError where the upstream has not taken it, or has not said so
 */
export async function deliver(
  env: Env,
  upstream: Upstream,
  row: Pick<NonNullable<InquiryCall['record']>, 'facts' | 'takeOver'>,
  entry: OpenEntry,
  onSend: () => void,
): Promise<void> {
  const { payload, receipt } = entry
  const { requestId, whiteLabel } = payload
  const references = fileReferences(payload.inquiry)
  const lookUps = await Promise.allSettled(
    references.map(async (id): Promise<FileRecord[]> => {
      const records = await upstream.selectFiles(id, { requestId, whiteLabel })
      return signFileKeys(env, records, staffLinkMs(payload.processedMonths ?? PROCESSED_MONTHS))
    }),
  )
  const notification = writeNotification(payload, receipt, {
    attachments: lookUps.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    adminOrigin: adminOriginFor(env.ADMIN_ORIGIN, row.facts().brandId),
    unnamed: references.filter((_, index) => lookUps[index]?.status === 'rejected'),
  })
  const { held_files: _held, privacy_version: _version, ...inquiry } = payload.inquiry
  // Where R2 does not list them, the next copy of the row does.
  const staged = await stagedNames(env, payload).catch(() => [])
  onSend()
  await upstream.sendInquiry(
    { ...inquiry, ...notification },
    {
      requestId,
      whiteLabel,
      receipt,
      record: entry.canary ? null : { ...row, staged },
    },
  )
}

/** What a failed delivery means for the next one (docs/contract.md#5). */
export function failureOf(error: unknown, { idempotent }: Pick<Upstream, 'idempotent'>): Failure {
  if (error instanceof UpstreamError && error.maybeTaken && !idempotent) return 'unknown'
  const status = error instanceof UpstreamFailedError ? (error.upstreamStatus ?? 0) : 0
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unavailable'
}

/** Why an attempt failed, for the operator. Only messages of our own: a foreign one may quote the visitor. */
export const reasonOf = (error: unknown): string =>
  error instanceof UpstreamError ? error.message : error instanceof Error ? error.name : 'unknown'
