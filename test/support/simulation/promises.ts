import { expect } from 'vitest'
import { type Brand, FILE_NAME, type StoredEntry } from './brand.ts'
import type { World } from './world.ts'

/** Calls of one inquiry that the upstream may have taken, and refusals of it, in one delivery period (docs/contract.md#5). */
const UNKNOWN_MAX = 6
const REFUSED_MAX = 3

interface Copy {
  receipt: string
  state: string
  attempts: number
  last_failure: string | null
  payload: string
}

/** At any moment: what an outbox calls delivered is in the upstream, as it was typed. */
export function expectDeliveredToBeThere(world: World): void {
  const rows = new Map(
    world.d1
      .rows<{ receipt: string; subject: string }>('SELECT receipt, subject FROM inquiry')
      .map(({ receipt, subject }) => [receipt, subject]),
  )
  for (const brand of world.brands)
    for (const { receipt, subject, state } of brand.entries()) {
      if (state !== 'delivered' || brand.periodsOf(subject) === 0) continue
      if (world.kind === 'embedded') {
        if (rows.get(receipt) !== subject)
          expect(rows.get(receipt), 'A delivered inquiry has its own row with its own contents.').toBe(subject)
      } else if (!world.upstream.taken(subject))
        expect.fail(`The upstream has taken each delivered inquiry, and not ${subject}.`)
    }
}

/** While D1 is well and nothing new comes: D1 shows what the outbox says. */
export function expectCopiesToAgree(world: World): void {
  const copies = new Map(
    world.d1.rows<Copy>('SELECT * FROM undelivered_inquiry').map((copy) => [copy.receipt, copy] as const),
  )
  const shown = new Map(
    world.d1
      .rows<{ receipt: string; state: string }>('SELECT receipt, state FROM inbox')
      .map(({ receipt, state }) => [receipt, state]),
  )
  for (const brand of world.brands)
    for (const entry of brand.entries()) {
      expectCopyToAgree(brand, entry, copies.get(entry.receipt))
      copies.delete(entry.receipt)
      if (entry.state !== 'delivered' || brand.periodsOf(entry.subject) === 0) continue
      const state = world.kind === 'embedded' ? 'new' : entry.payload === null ? undefined : 'delivered'
      expect(shown.get(entry.receipt), 'The inbox shows a delivered inquiry as such.').toBe(state)
    }
  expect([...copies.keys()], 'Each copy is of an inquiry that an outbox has.').toEqual([])
}

function expectCopyToAgree(brand: Brand, entry: StoredEntry, copy: Copy | undefined): void {
  const { state, attempts, lastFailure, payload } = entry
  if (payload === null) return expect(copy, 'What is delivered or destroyed has no copy.').toBeUndefined()
  // The first copy is written when the first attempt has ended.
  if (!copy && state === 'queued' && attempts === 0) return
  const { staged, ...contents } = JSON.parse(copy?.payload ?? '{}') as { staged?: { name: string }[] }
  expect(
    { state: copy?.state, attempts: copy?.attempts, lastFailure: copy?.last_failure, contents },
    'A copy is as its inquiry.',
  ).toEqual({ state, attempts, lastFailure, contents: JSON.parse(payload) })
  if (state === 'delivered' && brand.hasFile(entry.subject))
    expect(staged, 'The copy names the files that were not delivered.').toMatchObject([{ name: FILE_NAME }])
}

/** When everything is well again: each inquiry is delivered or destroyed, was not called too often, and the counts add up. */
export async function expectAllToHaveEnded(world: World): Promise<void> {
  for (const brand of world.brands) {
    const states = new Map(brand.entries().map(({ subject, state }) => [subject, state]))
    for (const subject of brand.sent) {
      expect(states.get(subject), subject).toBe(brand.destroyed.has(subject) ? 'destroyed' : 'delivered')
      if (world.kind === 'remote') expectCalls(world, brand, subject)
    }
    expect(brand.failures).toEqual([])
    const { accepted, delivered, destroyed } = await brand.outbox.counts()
    expect(delivered + destroyed).toBe(accepted)
  }
}

function expectCalls({ upstream }: World, brand: Brand, subject: string): void {
  const { unknown, refused, keys } = upstream.callsOf(subject)
  expect(unknown).toBeLessThanOrEqual(UNKNOWN_MAX * brand.periodsOf(subject))
  expect(refused).toBeLessThanOrEqual(REFUSED_MAX * brand.periodsOf(subject))
  expect(keys.size, 'Each try of an inquiry has the same key.').toBeLessThanOrEqual(1)
  const taken = upstream.taken(subject)
  if (taken && brand.hasFile(subject))
    expect(taken.file_ref_id !== null || taken.contents.includes(FILE_NAME), 'No file is lost.').toBe(true)
}
