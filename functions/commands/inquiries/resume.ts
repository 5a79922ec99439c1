import { z } from 'zod'
import { endPause, readPause } from '../../database/pause.ts'
import { ConflictError } from '../../errors.ts'
import { listOutboxes, outboxOf } from '../../outbox/brand-outbox.ts'
import { command, type InquiryCall } from '../define-command.ts'
import { forAllBrands } from '../permissions.ts'

/**
 * Ends the pause of a restored site: what waits is sent. The outboxes come first, so that a resumption that was broken off can be done
 * again.
 */
export const resume = command({
  input: z.object({}),
  permit: forAllBrands,
  log: () => ({ action: 'resume', subject: '' }),
  async run({ env }: InquiryCall) {
    if ((await readPause(env.DB)) === null) throw new ConflictError('The site is not paused.')
    const resumeAll = async () => {
      for (const id of await listOutboxes(env)) await outboxOf(env, id).resume()
    }
    await resumeAll()
    await endPause(env.DB)
    // One may have learnt of the pause meanwhile.
    await resumeAll()
  },
})
