import { z } from 'zod'
import { shownAt } from '../../functions/commands/inquiries/mark-and-destroy'
import { chosenReceipts, SEVERAL_COMMANDS } from '../../functions/commands/inquiries/several'
import { MEGABYTE } from '../../functions/contract/attachments'
import { JSON_BYTES_MAX } from '../../functions/http/json-body'

/* What calls of the operator's API hold (docs/contract.md#9), where a command does not check all of it itself. */

export const severalBody = z.strictObject({ action: z.enum(SEVERAL_COMMANDS), receipts: chosenReceipts, shownAt })
export const changeBody = z.strictObject({ processed: z.boolean(), spam: z.boolean().optional(), shownAt })
export const reminderBody = z.strictObject({ on: z.iso.date().nullable(), shownAt })
/** The query of a destruction. */
export const shownQuery = z.object({ shownAt })
export const answerBody = z.strictObject({
  text: z.string(),
  seen: z.string().nullable().default(null),
  id: z.uuid().optional(),
  cc: z.array(z.string()).default([]),
  processed: z.boolean().default(false),
  documents: z.array(z.string()).default([]),
  draft: z.string().optional(),
})
export const againBody = z.strictObject({ to: z.string().optional(), cc: z.array(z.string()).optional() })
export const textBody = z.strictObject({ text: z.string() })
/** A draft names the form in which it is written, so that two windows keep theirs apart. */
export const draftBody = z.strictObject({
  text: z.string(),
  cc: z.string().optional(),
  id: z.uuid().optional(),
  draft: z.string().optional(),
  turn: z.int().min(0).optional(),
})
const move = z.object({ up: z.boolean() })
/** What is done with a category: merged into another one, or moved. */
export const categoryAction = z.union([z.object({ into: z.string() }), move])
/** What is done with a document of the data page. */
export const downloadAction = z.union([move, z.object({ action: z.enum(['withdraw', 'publish', 'publish-again']) })])
export const markdownBody = z.object({ source: z.string().max(MEGABYTE + JSON_BYTES_MAX) })
