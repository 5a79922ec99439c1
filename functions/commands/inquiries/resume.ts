import { z } from 'zod'
import { tryInquiriesFrom } from '../../database/delivery.ts'
import { tryMailsFrom } from '../../database/mail.ts'
import { endPause, readPause } from '../../database/restore-pause.ts'
import { ConflictError } from '../../errors.ts'
import { applyDestructionList } from '../../inquiries/destroyed-list.ts'
import { command, type InquiryCall } from '../define-command.ts'
import { forAllBrands } from '../permissions.ts'

/** R2 key of an object that is there while a restore writes; it holds when the backup was made. */
export const UNFINISHED_RESTORE = 'restore-unfinished'

/**
 * Ends the pause of a restored site: what was destroyed since its backup is destroyed, then the next minute sends what waits. It is tried from
 * now on for as long as anything else, however old the backup is.
 */
export const resume = command({
  input: z.object({}),
  permit: forAllBrands,
  log: () => ({ action: 'resume', subject: '' }),
  async run({ env, now }: InquiryCall) {
    if ((await readPause(env.DB)) === null) throw new ConflictError('The site is not paused.')
    if ((await env.FILES.list({ prefix: UNFINISHED_RESTORE, limit: 1 })).objects.length > 0)
      throw new ConflictError('The restore has not ended: begin it again (docs/operating.md#backup).')
    await env.DB.batch([tryInquiriesFrom(env.DB, now.getTime()), tryMailsFrom(env.DB, now.getTime())])
    await applyDestructionList(env, now)
    await endPause(env.DB)
  },
})
