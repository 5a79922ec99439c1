import { RateLimitError } from '../errors.ts'
import type { Arrival } from './arrival.ts'

/** Bodies of one client that take longer than a second; an office shares an address, and a form is there within a second. */
const CLIENT_MAX = 30
/** All bodies that arrive at this isolate. What each has before its memory counts with that of files is some 40 KB with all objects. */
const ISOLATE_MAX = 600
/** Nobody loses a place before that. */
const JUDGED_AFTER_MS = 2000

/** A body that arrives, as those that compete with it for a place see it. */
export interface ArrivingBody {
  client: string
  arrival: Arrival
  /** Whether it counts among those of its client. */
  takesLong: boolean
  /** Called where another one gets its place. */
  onTaken(): void
}

const bodies = new Set<ArrivingBody>()

/**
 * Gives a body a place. Where there is none, it gets that of the one which arrives most slowly, so that whoever sends next to nothing keeps
 * nobody out.
 * @throws RateLimitError where none arrives slowly
 */
export function enter(body: ArrivingBody): void {
  if (bodies.size >= ISOLATE_MAX) endSlowest([...bodies])
  bodies.add(body)
}

/** Counts a body among those of its client that take long, in the same way. @throws RateLimitError, and it has no place any more */
export function countAsLong(body: ArrivingBody): void {
  const own = [...bodies].filter(({ client, takesLong }) => takesLong && client === body.client)
  if (own.length >= CLIENT_MAX)
    try {
      endSlowest(own)
    } catch (error) {
      leave(body)
      throw error
    }
  body.takesLong = true
}

export function leave(body: ArrivingBody): void {
  bodies.delete(body)
}

function endSlowest(rivals: ArrivingBody[]): void {
  const speed = ({ arrival }: ArrivingBody) => arrival.arrived / arrival.waitedMs
  const [slowest] = rivals
    .filter(({ arrival }) => arrival.isWaiting && arrival.waitedMs >= JUDGED_AFTER_MS)
    .toSorted((one, other) => speed(one) - speed(other))
  if (!slowest) throw new RateLimitError('Too many requests at once.')
  leave(slowest)
  slowest.onTaken()
}
