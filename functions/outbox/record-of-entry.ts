import { stagedFiles } from '../attachments/staged-files.ts'
import type { RecordState } from '../contract/possible-deeds.ts'
import type { RecordContents, RecordFacts, StagedName } from '../database/inquiry-record.ts'
import type { Env } from '../env.ts'
import type { Entry } from './entry.ts'
import { MARKED_AS_SPAM } from '../contract/spam-signals.ts'
import { inTime } from '../http/deadline.ts'
import { factsOfPayload, type Payload } from './payload.ts'

/** The state of an inquiry as operators see it. */
export function recordState({ state, processedAt, receivedHere, answeredAt, repliedAt }: Entry): RecordState {
  if (state === 'destroyed') return 'destroyed'
  if (processedAt !== null) return 'processed'
  if (state !== 'delivered' || !receivedHere) return state
  return answeredAt !== null && repliedAt === null ? 'answered' : 'new'
}

/** What the row of an entry says beside its contents. */
export function recordFacts(brandId: string, entry: Entry): RecordFacts {
  const { receipt, version, acceptedAt, deliveredAt, answeredAt, processedAt, destroyAt, destroyedAt } = entry
  const { attempts, lastFailure } = entry
  const facts = entry.facts ?? (entry.payload && factsOfPayload(entry.payload))
  return {
    receipt,
    version,
    brandId,
    whiteLabel: facts?.whiteLabel ?? null,
    kind: facts?.kind ?? null,
    locale: facts?.locale ?? null,
    privacyVersion: facts?.privacyVersion ?? null,
    spamSignals: [...(facts?.spamSignals ?? []), ...(entry.isSpam ? [MARKED_AS_SPAM] : [])],
    processedMonths: facts?.processedMonths ?? null,
    state: recordState(entry),
    acceptedAt,
    deliveredAt,
    answeredAt,
    processedAt,
    destroyAt,
    destroyedAt,
    attempts,
    lastFailure,
  }
}

/**
 * The contents of the row of an entry. What the outbox has dropped is in the row, unless a remote upstream has it or it was destroyed.
 * @throws where R2 does not list its files
 */
export async function recordContents(env: Env, entry: Entry): Promise<RecordContents> {
  if (entry.payload) {
    const staged = await stagedNames(env, entry.payload)
    return { ...entry.payload.inquiry, title: null, contents: null, staged }
  }
  const isElsewhere = entry.state === 'delivered' && entry.receivedHere === false
  return entry.state === 'destroyed' || isElsewhere ? 'removed' : 'unchanged'
}

const stagedUploads = ({ inquiry, kept = [] }: Payload): string[] => [...inquiry.held_files, ...kept]

/** Whether the contents of an entry need R2. */
export const hasStagedFiles = ({ payload }: Entry): boolean => payload !== null && stagedUploads(payload).length > 0

/** The files of an inquiry that only the site has. @throws where R2 does not list them */
export async function stagedNames(env: Env, payload: Payload): Promise<StagedName[]> {
  const names: StagedName[] = []
  for (const uploadId of stagedUploads(payload))
    names.push(...(await inTime(stagedFiles(env, uploadId))).map(({ key, name }) => ({ key, name })))
  return names
}
