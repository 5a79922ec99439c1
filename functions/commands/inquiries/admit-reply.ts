import { z } from 'zod'
import { admit } from '../../conversation/quarantine.ts'
import { keepClaim } from '../../database/colleague-claim.ts'
import { ConflictError } from '../../errors.ts'
import { readInquiry } from '../../inquiries/read-inquiry.ts'
import { UNCHANGED } from '../../calls/operator-call.ts'
import { command, type InquiryCall } from '../define-command.ts'
import { onInquiry } from '../permissions.ts'

/** An inquiry holds all the replies that it may. */
export class FullError extends ConflictError {}

/**
 * Puts a quarantined reply into the conversation, with its files, and admits its address. It is called `admittedId` there.
 * @throws ConflictError where it is no longer in quarantine or reports of an answer that did not arrive; FullError
 */
export const admitReply = command({
  input: z.object({ receipt: z.string(), id: z.uuid() }),
  permit: onInquiry,
  log: ({ receipt }) => ({ action: 'admit-reply', subject: receipt }),
  async run({ env, actor, now }: InquiryCall, { receipt, id }): Promise<void | typeof UNCHANGED> {
    const { brand: brandId } = await readInquiry(env, receipt)
    const result = await admit(env, { receipt, brandId, id }, now)
    if (result === 'full') throw new FullError('No more replies can be received for this inquiry.')
    if (result === 'refused') throw new ConflictError('This reply is no longer in quarantine.')
    if (result === 'known') return UNCHANGED
    await keepClaim(env.DB, receipt, actor, now)
  },
})
