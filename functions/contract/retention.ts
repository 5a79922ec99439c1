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
