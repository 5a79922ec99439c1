/*
 * The one schedule of the outbox: of inquiries (dispatcher.ts) and of mails (mailer.ts), for which the transport is the upstream.
 */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const FIRST_PAUSE_MS = 2000
/** At most 72 s with jitter: an inquiry must arrive within 120 s of the upstream's return (docs/contract.md#5). */
const LONGEST_PAUSE_MS = MINUTE
const JITTER = 0.2

/** How long delivery is attempted while the upstream is down: eight days, one more than promised (docs/contract.md#5). */
export const DELIVERY_PERIOD_MS = 8 * 24 * HOUR
/** Pauses after an unknown outcome. Each repetition may be a second e-mail, so there are five, over a day. */
const UNKNOWN_PAUSES_MS = [MINUTE / 2, 5 * MINUTE, HOUR, 5 * HOUR, 18 * HOUR]
/** Pauses after the upstream has refused an inquiry: three tries within an hour. */
const REFUSED_PAUSES_MS = [5 * MINUTE, 45 * MINUTE]

/**
 * Why an attempt failed (docs/contract.md#5). `unavailable`: the upstream did not take the inquiry and may take it later. `unknown`: it
 * may have taken it. `refused`: it answered that it does not take this inquiry.
 */
export type Failure = 'unavailable' | 'unknown' | 'refused'

/** The failed attempts of an inquiry, since it was accepted or since an operator last had it sent again. */
export interface FailedAttempts {
  /** Of all kinds, from 1. */
  attempts: number
  unknowns: number
  refusals: number
  /** Milliseconds since epoch. */
  since: number
}

/**
 * When to try next.
 * @param random from 0 to 1
 * @returns milliseconds since epoch, or null where the inquiry is undelivered
 */
export function nextAttempt(
  failure: Failure,
  { attempts, unknowns, refusals, since }: FailedAttempts,
  now: number,
  random: number,
): number | null {
  if (failure === 'unavailable') return now - since < DELIVERY_PERIOD_MS ? now + pauseAfter(attempts, random) : null
  const pause = failure === 'unknown' ? UNKNOWN_PAUSES_MS[unknowns - 1] : REFUSED_PAUSES_MS[refusals - 1]
  return pause === undefined ? null : now + pause
}

/** The pause after a number of failures in a row: doubles from two seconds to a minute, randomly up to a fifth longer or shorter. */
export function pauseAfter(failures: number, random: number): number {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10))
  return Math.round(pause * (1 - JITTER + 2 * JITTER * random))
}
