import { z } from 'zod'
import { LOCALES } from './languages.ts'
import { RECORD_STATES, type RecordState } from './possible-commands.ts'

/** What `delivered` selects: whatever an upstream has taken. */
export const DELIVERED_STATES = ['new', 'delivered', 'answered', 'processed'] as const satisfies RecordState[]

/** The last page that can be asked for; beyond it a filter or a search is the way. */
export const PAGE_MAX = 200
const QUERY_MAX = 100

const day = z.iso.date().optional().catch(undefined)
const yes = z.literal('yes').optional().catch(undefined)

/** What selects inquiries, whatever the page (docs/contract.md#9). What is not one of the values counts as not given. */
export const inquirySelection = z.object({
  /** Without it everything but what is destroyed. */
  state: z.enum(RECORD_STATES).optional().catch(undefined),
  kind: z.enum(['sales', 'partnership']).optional().catch(undefined),
  brand: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .optional()
    .catch(undefined),
  /** The visitor's language. */
  language: z.enum(LOCALES).optional().catch(undefined),
  /** Those with files. */
  files: yes,
  /** Those with a spam signal. */
  spam: yes,
  /** Those with a day on which they are seen to again: that is still to come, or has come. */
  reminder: z.enum(['later', 'due']).optional().catch(undefined),
  /** First and last day of their acceptance, in Seoul. */
  from: day,
  to: day,
  q: z.string().trim().max(QUERY_MAX).optional().catch(undefined),
})
export type InquirySelection = z.output<typeof inquirySelection>

/** A page of a selection. */
export const inquiryFilters = inquirySelection.extend({
  page: z.coerce.number().int().min(1).max(PAGE_MAX).catch(1),
})
export type InquiryFilters = z.output<typeof inquiryFilters>
