/**
 * How long files that no inquiry names are kept, and named by a signed reference. The run that destroys them is hourly: they are gone
 * within a day (docs/contract.md#6).
 */
export const UNCLAIMED_MS = 23 * 3_600_000

/**
 * When an inquiry is destroyed that was processed at this time (docs/specification.md#9): the same day and time of the next month, or
 * its last day where it is shorter.
 */
export function oneMonthAfter(date: Date): Date {
  const later = new Date(date)
  later.setUTCMonth(later.getUTCMonth() + 1)
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0)
  return later
}
