import { RateLimitError } from '../errors.ts'
import { type Arrival, WINDOW_MS } from './arrival.ts'

/** Bodies that take long, of one client: an office shares an address, and a form is there within a second. */
const CLIENT_MAX = 30
/** Of all clients of this isolate. What each has before its memory counts with that of files is some 40 KB with all objects. */
const ISOLATE_MAX = 600
/** Nobody loses a place to another body of his own client before that. */
const JUDGED_AFTER_MS = 2000

/** A body that takes long, as those that compete with it for a place see it. */
export interface ArrivingBody {
  client: string
  arrival: Arrival
  /** Called where another one gets its place. */
  onTaken(): void
}

const bodies = new Set<ArrivingBody>()

/**
 * Gives a body a place among those that take long. Where there is none, it gets that of the slowest body of the client that has most, so
 * that whoever sends next to nothing keeps nobody out.
 * @throws RateLimitError where its own client has most, and no slow one
 */
export function takePlace(body: ArrivingBody): void {
  const byClient = Map.groupBy(bodies, ({ client }) => client)
  const own = byClient.get(body.client) ?? []
  if (own.length >= CLIENT_MAX) endSlowest(own.filter(isJudged))
  else if (bodies.size >= ISOLATE_MAX) {
    const most = [...byClient.values()].reduce((one, other) => (other.length > one.length ? other : one), own)
    endSlowest(most === own ? own.filter(isJudged) : most)
  }
  bodies.add(body)
}

export function leave(body: ArrivingBody): void {
  bodies.delete(body)
}

const isJudged = ({ arrival }: ArrivingBody): boolean => arrival.waitedMs >= JUDGED_AFTER_MS

/** Bytes in a millisecond, of the last ten seconds where it is known. */
const speedOf = ({ arrival: { arrived, arrivedLately, waitedMs } }: ArrivingBody): number =>
  arrivedLately === null ? arrived / Math.max(waitedMs, 1) : arrivedLately / WINDOW_MS

function endSlowest(rivals: ArrivingBody[]): void {
  const [slowest] = rivals.toSorted((one, other) => speedOf(one) - speedOf(other))
  if (!slowest) throw new RateLimitError('Too many requests at once.')
  leave(slowest)
  slowest.onTaken()
}
