const SECOND_MS = 1000
const FIRST_PAUSE_MS = 2 * SECOND_MS
/** With jitter at most 72 s, so that an inquiry arrives well within 120 s of the upstream's return (contract). */
const LONGEST_PAUSE_MS = 60 * SECOND_MS
const JITTER = 0.2

/** An inquiry is tried for eight days, one more than promised (contract: at least seven). */
export const TRIED_FOR_MS = 8 * 24 * 3600 * SECOND_MS
/** Held files are tried again for ten minutes; then their inquiry goes without them (contract: Attachments). */
export const FILES_TRIED_FOR_MS = 600 * SECOND_MS

/**
 * When to try next: pauses double from two seconds to a minute, each up to a fifth longer or shorter.
 * @param attempts how many have failed, from 1
 * @param random from 0 to 1
 * @returns milliseconds since epoch, or null where the time is up
 */
export function nextAttempt(attempts: number, acceptedAt: number, now: number, random: number): number | null {
  if (now - acceptedAt >= TRIED_FOR_MS) return null
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 10))
  return Math.round(now + pause * (1 - JITTER + 2 * JITTER * random))
}
