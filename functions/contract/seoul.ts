/* The clock of the site: every date is Seoul's. Without zod, because pages load it. */

/** Seoul has no summer time and has had no other offset since 1988: its clock is read from that of UTC. */
export const SEOUL_OFFSET_MS = 9 * 3_600_000
const DAY_MS = 86_400_000

/** When a day begins in Seoul, in milliseconds since epoch. @param day `YYYY-MM-DD` @param days later ones */
export const startOfDay = (day: string, days = 0): number => Date.parse(`${day}T00:00:00+09:00`) + days * DAY_MS

/** The day of a moment in Seoul, `YYYY-MM-DD`. @param ms since epoch */
export const seoulDay = (ms: number): string => new Date(ms + SEOUL_OFFSET_MS).toISOString().slice(0, 10)

/** The clock of Seoul to the minute, as a `datetime-local` field has it: `2026-11-23T13:05`. @param ms since epoch */
export const seoulMinute = (ms: number): string => new Date(ms + SEOUL_OFFSET_MS).toISOString().slice(0, 16)

/** Such a text as ISO 8601 with the offset of Seoul; null where it is none. */
export function fromSeoulInput(text: string): string | null {
  const iso = `${text}+09:00`
  const ms = Date.parse(iso)
  return !Number.isNaN(ms) && seoulMinute(ms) === text ? iso : null
}
