import { expect, test } from 'vitest'
import { chaos } from '../bench/chaos.ts'
import { SEED } from '../support/seed.ts'

// The full run, 1,000 inquiries, is `npm run bench -- chaos`.
test('every accepted inquiry is delivered once, whatever happens to upstream and Worker', async () => {
  const counts = await chaos({ inquiries: 200, atOnce: 20, kills: 2, share: 0.6, seed: SEED })
  console.table(counts)
  expect(counts).toMatchObject({
    sent: 200,
    accepted: 200,
    arrived: 200,
    lost: 0,
    twiceByReceipt: 0,
    mixedUp: 0,
    unknown: 0,
    secondReceipts: 0,
    kills: 3,
  })
  // Without these the run would prove nothing.
  expect(counts.queuedAtFirst).toBeGreaterThan(0)
  expect(counts.clientRetries).toBeGreaterThan(0)
}, 600_000)
