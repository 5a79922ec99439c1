/* The one schedule of what the site sends: inquiries to the upstream, and mails, for which the platform is the upstream. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Less than the minute between two runs: what has failed is due in the next one, so that it arrives within 120 s of the upstream's return. */
const PAUSE_MS = MINUTE / 2

/** How long delivery is attempted while the upstream is down: eight days, one more than promised (docs/contract.md#5). */
export const DELIVERY_PERIOD_MS = 8 * 24 * HOUR
/** Pauses after an unknown outcome. Each repetition may be a second e-mail, so there are five, over a day. */
const UNKNOWN_PAUSES_MS = [MINUTE / 2, 5 * MINUTE, HOUR, 5 * HOUR, 18 * HOUR]
/** Pauses after a refusal: three tries within an hour. */
const REFUSED_PAUSES_MS = [5 * MINUTE, 45 * MINUTE]

/**
 * Why an attempt failed (docs/contract.md#5). `unavailable`: the upstream did not take it and may take it later. `unknown`: it may have
 * taken it. `refused`: it answered that it does not take this one. `rejected`: it never will, so that there is no other attempt.
 */
export type Failure = 'unavailable' | 'unknown' | 'refused' | 'rejected'

/** What is counted of the attempts that have failed before. */
export interface Attempts {
  unknowns: number
  /** Not there for what is never refused, but rejected. */
  refusals?: number
  /** Since when it is tried, in milliseconds since epoch. */
  since: number
}

/**
 * What follows from a failed attempt.
 * @returns the counts with it, and when to try next, in milliseconds since epoch; null where there is no other attempt
 */
export function afterFailure(
  failure: Failure,
  { unknowns, refusals = 0, since }: Attempts,
  now: number,
): { unknowns: number; refusals: number; nextAt: number | null } {
  const counted = {
    unknowns: unknowns + Number(failure === 'unknown'),
    refusals: refusals + Number(failure === 'refused'),
  }
  const pause = pauseAfter(failure, counted, now - since)
  return { ...counted, nextAt: pause === undefined ? null : now + pause }
}

function pauseAfter(
  failure: Failure,
  { unknowns, refusals }: Required<Pick<Attempts, 'unknowns' | 'refusals'>>,
  triedMs: number,
): number | undefined {
  switch (failure) {
    case 'unavailable':
      return triedMs < DELIVERY_PERIOD_MS ? PAUSE_MS : undefined
    case 'unknown':
      return UNKNOWN_PAUSES_MS[unknowns - 1]
    case 'refused':
      return REFUSED_PAUSES_MS[refusals - 1]
    case 'rejected':
      return undefined
  }
}
