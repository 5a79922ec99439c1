import { describe, expect, test, vi } from 'vitest'
import { commands, conversationUnderTest } from '../../../support/conversation-under-test.ts'
import { DAY, MINUTE } from '../../../support/site-under-test.ts'

describe('the claim of a colleague', () => {
  const { as, receive, show } = conversationUnderTest()

  test('ends a day after the last action of whoever has it, and goes on with each', async () => {
    const receipt = await receive('key')
    await commands.claim.perform(as('anna'), { receipt })
    vi.setSystemTime(DAY - MINUTE)
    await commands.note.perform(as('anna'), { receipt, text: 'I have called.' })
    vi.setSystemTime(2 * DAY - 2 * MINUTE)
    await commands.note.perform(as('boris'), { receipt, text: 'Thank you.' })
    expect((await show(receipt)).claim).toEqual({ author: 'anna', since: new Date(0).toISOString() })
    vi.setSystemTime(2 * DAY - MINUTE)
    expect((await show(receipt)).claim).toBe(null)
  })
})
