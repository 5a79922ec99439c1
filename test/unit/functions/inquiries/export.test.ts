import { describe, expect, test } from 'vitest'
// First: it stands for the modules of workerd.
import { siteUnderTest } from '../../../support/site-under-test.ts'
import { commands } from '../../../../functions/commands/table.ts'
import { ALL_BRANDS } from '../../../../functions/contract/scope.ts'

describe('an export with what was said', () => {
  const site = siteUnderTest()
  test('comes in pages of as many characters as the platform carries at once, each inquiry once', async () => {
    const receipts: string[] = []
    for (let n = 0; n < 5; n++) {
      const { receipt } = await site.accept(`key ${n}`)
      receipts.push(receipt)
      for (let reply = 0; reply < 8; reply++)
        site.d1.rows(
          "INSERT INTO message (id, receipt, brand_id, kind, at, author, state, text) VALUES (?, ?, 'vcp-x', 'reply', ?, 'v', 'received', ?)",
          `${receipt} ${reply}`,
          receipt,
          String(reply),
          'x'.repeat(reply === 7 && n === 2 ? 1_000_000 : 50_000),
        )
    }
    const call = { env: site.env, actor: 'anna', scope: ALL_BRANDS, now: new Date(), requestId: 'r' }
    const found: string[] = []
    for (let after: string | null = null, isDone = false; !isDone;) {
      const page: Awaited<ReturnType<typeof commands.export.perform>> = await commands.export.perform(call, {
        after,
        size: 50,
        messages: true,
      })
      if (page.rows.length > 1) expect(JSON.stringify(page).length).toBeLessThan(1_000_000)
      for (const row of page.rows) expect(row.messages).toHaveLength(8)
      found.push(...page.rows.map(({ receipt }) => receipt))
      after = page.after
      isDone = after === null
    }
    expect(found.toSorted()).toEqual(receipts.toSorted())
  })
})
