import { z } from 'zod'
import { seoulDay } from '../../contract/seoul.ts'
import { setReminder } from '../../database/inquiry-state.ts'
import { ConflictError, InvalidBodyError } from '../../errors.ts'
import { UNCHANGED } from '../../calls/operator-call.ts'
import { readInquiry } from '../../inquiries/read-inquiry.ts'
import { command, type InquiryCall } from '../define-command.ts'
import { onInquiry } from '../permissions.ts'
import { shownAt } from './mark-and-destroy.ts'

const DAY_MS = 86_400_000
/** Days for which an inquiry is put off at most. */
const PUT_OFF_DAYS = 365

/**
 * Puts an inquiry off: it does not wait until the morning of a day in Seoul. `on` null has it wait at once. A reply of its visitor, an answer
 * and a mark end it too.
 * @throws InvalidBodyError for a day that has come or is far away; ConflictError where the state does not allow it, or the visitor has replied
 * since the page was read
 */
export const remind = command({
  input: z.object({ receipt: z.string(), on: z.iso.date().nullable(), shownAt }),
  permit: onInquiry,
  log: ({ receipt, on }) => ({ action: on === null ? 'end-reminder' : 'remind', subject: receipt }),
  async run({ env, now }: InquiryCall, { receipt, on, shownAt }): Promise<void | typeof UNCHANGED> {
    const [today, last] = [0, PUT_OFF_DAYS].map((days) => seoulDay(now.getTime() + days * DAY_MS)) as [string, string]
    if (on !== null && (on <= today || on > last))
      throw new InvalidBodyError([{ field: 'on', message: 'This must be a day to come, within a year.' }])
    const { brand, remindOn } = await readInquiry(env, receipt)
    if (remindOn === on) return UNCHANGED
    if (!(await setReminder(env.DB, { receipt, brandId: brand }, { on, shownAt: shownAt ?? null })))
      throw new ConflictError('The state of the inquiry does not allow this.')
  },
})
