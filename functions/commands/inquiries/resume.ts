import { z } from 'zod'
import { endPause, readPause } from '../../database/pause.ts'
import { ConflictError } from '../../errors.ts'
import { applyDestructionList } from '../../inquiries/destroy.ts'
import { command, type InquiryCall } from '../define-command.ts'
import { forAllBrands } from '../permissions.ts'

/** Ends the pause of a restored site: what was destroyed since its backup is destroyed, then the next minute sends what waits. */
export const resume = command({
  input: z.object({}),
  permit: forAllBrands,
  log: () => ({ action: 'resume', subject: '' }),
  async run({ env, now }: InquiryCall) {
    if ((await readPause(env.DB)) === null) throw new ConflictError('The site is not paused.')
    await applyDestructionList(env, now)
    await endPause(env.DB)
  },
})
