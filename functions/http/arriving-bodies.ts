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
  /** See `clientOf` and `lineOf`. */
  client: string
  line: string
  arrival: Arrival
  /** Called where another one gets its place. */
  onTaken(): void
}

const bodies = new Set<ArrivingBody>()

/**
 * Gives a body a place among those that take long. Where its client has no more, it gets that of the slowest of his, and in a full isolate
 * that of the slowest of those lines that have most, so that whoever sends next to nothing keeps nobody out.
 * @throws RateLimitError where it is the slowest itself
 */
export function takePlace(body: ArrivingBody): void {
  const own = [...bodies].filter(({ client }) => client === body.client)
  if (own.length >= CLIENT_MAX) endSlowest([body, ...own.filter(isJudged)], body)
  else if (bodies.size >= ISOLATE_MAX) {
    const lines = [...Map.groupBy([body, ...bodies], ({ line }) => line).values()]
    const most = Math.max(...lines.map(({ length }) => length))
    endSlowest(lines.filter(({ length }) => length === most).flat(), body)
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

/** Ends the slowest, of equal ones the first. @throws RateLimitError where that is the newest */
function endSlowest(rivals: ArrivingBody[], newest: ArrivingBody): void {
  const slowest = rivals.reduce((one, other) => (speedOf(other) < speedOf(one) ? other : one))
  if (slowest === newest) throw new RateLimitError('Too many requests at once.')
  leave(slowest)
  slowest.onTaken()
}
