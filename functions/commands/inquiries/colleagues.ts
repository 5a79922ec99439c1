import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import { NOTE_TEXT_MAX } from '../../contract/conversation-limits.ts'
import { typedText } from '../../contract/typed-text.ts'
import { deleteClaim, insertClaim, keepClaim } from '../../database/colleague-claim.ts'
import { insertNote, notesOf } from '../../database/note.ts'
import { ConflictError, OtherContentsError } from '../../errors.ts'
import { readInquiry } from '../../inquiries/read-inquiry.ts'
import { command, type InquiryCall } from '../define-command.ts'
import { onInquiry } from '../permissions.ts'

/* What operators tell each other about an inquiry. None of it is sent to anybody. */

const one = z.object({ receipt: z.string() })

/** Says that its operator sees to an inquiry. Whoever takes it over does so knowingly: the page says who has it. */
export const claimInquiry = command({
  input: one,
  permit: onInquiry,
  log: ({ receipt }) => ({ action: 'claim', subject: receipt }),
  async run({ env, actor, now }: InquiryCall, { receipt }): Promise<void> {
    const { state } = await readInquiry(env, receipt)
    if (state === 'destroyed') throw new ConflictError('The state of the inquiry does not allow this.')
    await insertClaim(env.DB, receipt, actor, now)
  },
})

/** Ends the claim of an inquiry, whoever has it. */
export const endClaim = command({
  input: one,
  permit: onInquiry,
  log: ({ receipt }) => ({ action: 'end-claim', subject: receipt }),
  async run({ env }: InquiryCall, { receipt }): Promise<void> {
    await readInquiry(env, receipt)
    await deleteClaim(env.DB, receipt)
  },
})

/**
 * Adds a note for colleagues.
 * @throws ConflictError where the inquiry is destroyed; OtherContentsError where the id stands for a note with another text
 */
export const addNote = command({
  input: z.object({
    receipt: z.string(),
    /** Chosen by the form, so that what is sent twice is one note. */
    id: z.uuid().default(() => uuid()),
    text: typedText.transform((value) => value.trim()).pipe(z.string().min(1, 'Write a note.').max(NOTE_TEXT_MAX)),
  }),
  permit: onInquiry,
  log: ({ receipt }) => ({ action: 'note', subject: receipt }),
  async run({ env, actor, now }: InquiryCall, { receipt, id, text }): Promise<{ id: string }> {
    const { state } = await readInquiry(env, receipt)
    const refusal = () => new ConflictError('The state of the inquiry does not allow this.')
    if (state === 'destroyed') throw refusal()
    if (!(await insertNote(env.DB, { id, receipt, at: now.toISOString(), author: actor, text }))) {
      const before = (await notesOf(env.DB, receipt)).find((note) => note.id === id)
      if (!before) throw refusal()
      if (before.text !== text) throw new OtherContentsError('A note with another text was added under this id.')
    }
    await keepClaim(env.DB, receipt, actor, now)
    return { id }
  },
})
