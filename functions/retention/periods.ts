/** What nobody has named in an inquiry is kept for a day. */
export const UNCLAIMED_MS = 24 * 3600 * 1000

/** The same day and time of the next month, or its last day where it is shorter. */
export function oneMonthAfter(date: Date): Date {
  const later = new Date(date)
  later.setUTCMonth(later.getUTCMonth() + 1)
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0)
  return later
}
