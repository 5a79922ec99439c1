import { areStored, stagedFiles } from '../attachments/staged-files.ts'
import { type ClaimedInquiry, keepClaimed } from '../database/inquiry-claim.ts'
import { objectKey, remoteReference, setReference } from '../database/upload.ts'
import type { Env } from '../env.ts'
import { UPLOAD_MS_MAX, type Upstream } from '../upstream/upstream.ts'

/** How long an inquiry waits for its staged files while the upstream answers; then it is delivered without them. */
const FILES_PERIOD_MS = 600_000
/** Two observations further apart say nothing about the time between them. */
const OBSERVED_MS_MAX = 120_000

/**
 * Forwards the files whose first upload failed, or that the site's own upstream was about to take. They are tried until they have waited ten minutes in which the upstream answered
 * (docs/contract.md#5), whether the upstream does not take them or R2 does not give them; then they stay staged, and the notification
 * names them. Files whose bytes are lost are named at once. What was forwarded is written down at once, so that no attempt repeats it.
 * @param claimMs how long the attempt has the inquiry for itself after an upload
 * @returns the inquiry as it is now; why it cannot be sent yet, and whether the upstream answers; `lost` where the claim is another's
 */
export async function forwardHeldFiles(
  env: Env,
  upstream: Upstream,
  claimed: ClaimedInquiry,
  claimMs: number,
): Promise<ClaimedInquiry | { error: unknown; hasAnswered: boolean } | 'lost'> {
  let inquiry = upstream.keepsRows ? claimed : await holdOwnUploads(env, claimed)
  const { held: waiting } = inquiry.delivery
  if (waiting.length === 0) return inquiry
  const call = { requestId: claimed.delivery.requestId, whiteLabel: claimed.whiteLabel }
  let error: unknown = null
  const keep = async (change: Partial<ClaimedInquiry>, lost: string | null = null) => {
    inquiry = { ...inquiry, ...change, claimedUntil: Date.now() + UPLOAD_MS_MAX + claimMs }
    return keepClaimed(env.DB, inquiry, lost)
  }
  const isOf = (id: string) => (key: string) => key.startsWith(objectKey(id, ''))
  const namesOf = (id: string) => inquiry.staged.filter(({ key }) => isOf(id)(key)).map(({ name }) => name)
  const without = (id: string) => inquiry.delivery.held.filter((one) => one !== id)
  for (const id of waiting) {
    if (!(await keep({}))) return 'lost'
    try {
      // Another inquiry that names them may have sent them.
      const known = await remoteReference(env.DB, id)
      const files = await stagedFiles(env, id)
      if (known === null && !(await areStored(env, files))) {
        const delivery = {
          ...inquiry.delivery,
          held: without(id),
          missing: [...inquiry.delivery.missing, ...namesOf(id)],
        }
        const staged = inquiry.staged.filter(({ key }) => !isOf(id)(key))
        if (!(await keep({ delivery, staged }, id))) return 'lost'
        continue
      }
      const reference = known ?? (await setReference(env.DB, id, await upstream.uploadFiles(id, files, call)))
      const isProfile = claimed.kind === 'partnership' && files[0]?.field === 'profile_file'
      const [own, other] = isProfile
        ? (['fileRefIdHomepage', 'fileRefId'] as const)
        : (['fileRefId', 'fileRefIdHomepage'] as const)
      const delivery = { ...inquiry.delivery, held: without(id) }
      const staged = inquiry.staged.filter(({ key }) => !isOf(id)(key))
      if (!(await keep({ delivery, staged, [inquiry[own] === null ? own : other]: reference }))) return 'lost'
    } catch (failure) {
      error = failure
    }
  }
  if (error === null) return inquiry

  const answers = await upstream.ping(call).then(
    () => true,
    () => false,
  )
  const now = Date.now()
  const { answeredAt, waitedMs: waited, held, missing } = inquiry.delivery
  const since = answers && answeredAt !== null ? now - answeredAt : 0
  const waitedMs = waited + Math.min(Math.max(since, 0), OBSERVED_MS_MAX)
  const isOver = waitedMs >= FILES_PERIOD_MS
  const delivery = {
    ...inquiry.delivery,
    waitedMs,
    answeredAt: answers ? now : null,
    ...(isOver && { held: [], missing: [...missing, ...held.flatMap(namesOf)] }),
  }
  if (!(await keep({ delivery }))) return 'lost'
  return isOver ? inquiry : { error, hasAnswered: answers }
}

/** Has the files wait that only the site's own upstream knows by their reference. */
async function holdOwnUploads(env: Env, inquiry: ClaimedInquiry): Promise<ClaimedInquiry> {
  const { ownUploads, fileRefId, fileRefIdHomepage, staged, delivery } = inquiry
  if (ownUploads.length === 0) return inquiry
  const files = (await Promise.all(ownUploads.map((id) => stagedFiles(env, id)))).flat()
  const known = (reference: string | null) => (reference !== null && ownUploads.includes(reference) ? null : reference)
  return {
    ...inquiry,
    fileRefId: known(fileRefId),
    fileRefIdHomepage: known(fileRefIdHomepage),
    staged: [...staged, ...files.map(({ key, name }) => ({ key, name }))],
    delivery: { ...delivery, held: [...delivery.held, ...ownUploads] },
  }
}
