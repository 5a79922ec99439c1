const FIRST_PAUSE_MS = 2000
/** At most 72 s with jitter: an inquiry must arrive within 120 s of the upstream's return (docs/contract.md#5). */
const LONGEST_PAUSE_MS = 60_000
const JITTER = 0.2

/** How long delivery is attempted: eight days, one more than promised (docs/contract.md#5). */
export const DELIVERY_PERIOD_MS = 8 * 24 * 3_600_000
/** How long an inquiry waits for its staged files before it is delivered without them. */
export const FILES_PERIOD_MS = 600_000

/**
 * When to try next: pauses double from two seconds to a minute, each randomly up to a fifth longer or shorter.
 * @param attempts number of failed attempts, from 1
 * @param random from 0 to 1
 * @returns milliseconds since epoch, or null after the delivery period
 */
export function nextAttempt(attempts: number, acceptedAt: number, now: number, random: number): number | null {
  if (now - acceptedAt >= DELIVERY_PERIOD_MS) return null
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 10))
  return Math.round(now + pause * (1 - JITTER + 2 * JITTER * random))
}
