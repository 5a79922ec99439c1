import { monthsInWords } from '../../functions/contract/retention.ts'
import type { Locale } from '../../functions/contract/languages.ts'
import { readFrontMatter } from '../../functions/publishing/front-matter.ts'

/** `{{ownPeriod: One month}}`: how long inquiries are kept, in the words for a brand with the usual period. */
const PERIOD = /\{\{ownPeriod: ([^{};]*)\}\}/g

/**
 * Writes the periods of a policy's front matter (`periods: { partner-b: 6 }`) into its text, as `{{ownPeriod: One month; partner-b: 6 months}}`.
 * They are those of the version and not of the registry, so that a version never says another period than it was announced with, and what
 * changed between two versions is marked (decision 053).
 */
export function withPeriods(markdown: string, locale: Locale): string {
  const { periods = {} } = readFrontMatter(markdown).data as { periods?: Record<string, number> }
  const own = Object.entries(periods).map(([brand, months]) => `; ${brand}: ${monthsInWords(months, locale)}`)
  return markdown.replace(PERIOD, (_, words: string) => `{{ownPeriod: ${words}${own.join('')}}}`)
}
