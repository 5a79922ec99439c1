import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Site, startSite } from '../support/site.ts'

describe('a canary', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite({ vars: { CANARY: 'vcp-x' } })
  })
  afterAll(() => site.close())

  test('goes the real path every 15 minutes, is destroyed after it arrived, and /readyz shows its age', async () => {
    await site.scheduled(new Date(), '*/15 * * * *')
    await vi.waitFor(
      async () => {
        await site.scheduled(new Date(), '*/15 * * * *')
        const rows = await site.outboxSql('vcp-x', 'SELECT state, payload FROM inquiry WHERE canary = 1')
        expect(rows).toContainEqual({ state: 'destroyed', payload: null })
      },
      { timeout: 30_000, interval: 500 },
    )
    expect((await site.env.DB.prepare('SELECT * FROM inquiry').all()).results.length).toBeLessThanOrEqual(1)
    expect(await site.outboxSql('vcp-x', "SELECT value FROM counter WHERE name = 'accepted'")).toEqual([{ value: 0 }])
    const { checks } = (await (await site.fetch('/readyz')).json()) as { checks: { name: string; detail?: string }[] }
    expect(checks.find(({ name }) => name === 'canary')).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/arrived \d+ s ago/),
    })
  })
})
