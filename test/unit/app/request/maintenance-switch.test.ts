import { afterEach, describe, expect, test, vi } from 'vitest'
import { MaintenanceSwitch, retryAfter } from '../../../../app/request/maintenance-switch'
import type { KvReader } from '../../../../functions/lists/kv'

const STORED = { start: '2026-11-20T23:00+09:00', hours: 3, reason_ko: '정기 점검', reason_en: 'Regular maintenance' }
const ENTRY = { start: STORED.start, hours: 3, reason: { ko: STORED.reason_ko, en: STORED.reason_en } }
const START = Date.parse('2026-11-20T14:00:00Z')
const HOUR = 3_600_000

function storeOf(entry: string | null) {
  const state = { entry, reads: 0, failing: false }
  const store = {
    get: async () => {
      state.reads += 1
      if (state.failing) throw new Error('KV fails')
      return state.entry
    },
  } as unknown as KvReader
  return { state, store }
}

const inForce = async (maintenance: MaintenanceSwitch, store: KvReader, now: number) =>
  (await maintenance.read(store, now)).inForce

afterEach(() => vi.restoreAllMocks())

describe('the maintenance switch', () => {
  test('is in force from its start to its end', async () => {
    const { store } = storeOf(JSON.stringify(STORED))
    const at = (now: number) => inForce(new MaintenanceSwitch(), store, now)
    expect(await at(START - 1)).toBeNull()
    expect(await at(START)).toEqual(ENTRY)
    expect(await at(START + 3 * HOUR - 1)).toEqual(ENTRY)
    expect(await at(START + 3 * HOUR)).toBeNull()
  })

  test('is announced from 72 hours before its start until it begins', async () => {
    const { store } = storeOf(JSON.stringify(STORED))
    const at = async (now: number) => (await new MaintenanceSwitch().read(store, now)).upcoming
    expect(await at(START - 72 * HOUR - 1)).toBeNull()
    expect(await at(START - 72 * HOUR)).toEqual(ENTRY)
    expect(await at(START - 1)).toEqual(ENTRY)
    expect(await at(START)).toBeNull()
  })

  test('reads KV once for many requests and follows a change within 60 s', async () => {
    const { state, store } = storeOf(null)
    const maintenance = new MaintenanceSwitch()
    for (let request = 0; request < 100; request += 1) expect(await inForce(maintenance, store, START)).toBeNull()
    expect(state.reads).toBe(1)
    state.entry = JSON.stringify(STORED)
    expect(await inForce(maintenance, store, START + 30_000)).toEqual(ENTRY)
    state.entry = null
    expect(await inForce(maintenance, store, START + 60_000)).toBeNull()
  })

  test.each([
    ['no JSON', 'off'],
    ['no offset', JSON.stringify({ ...STORED, start: '2026-11-20T23:00' })],
    ['zero hours', JSON.stringify({ ...STORED, hours: 0 })],
    ['a missing reason', JSON.stringify({ ...STORED, reason_en: ' ' })],
    ['an unknown field', JSON.stringify({ ...STORED, colour: 'red' })],
  ])('an entry with %s is no maintenance and is logged once', async (_, entry) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { store } = storeOf(entry)
    const maintenance = new MaintenanceSwitch()
    expect(await inForce(maintenance, store, START)).toBeNull()
    expect(await inForce(maintenance, store, START + HOUR)).toBeNull()
    expect(log).toHaveBeenCalledTimes(1)
  })

  test('keeps the last known entry while KV fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { state, store } = storeOf(JSON.stringify(STORED))
    const maintenance = new MaintenanceSwitch()
    await inForce(maintenance, store, START)
    state.failing = true
    expect(await inForce(maintenance, store, START + 60_000)).toEqual(ENTRY)
  })

  test('gives the seconds until the end', () => {
    expect(retryAfter(ENTRY, START)).toBe('10800')
    expect(retryAfter(ENTRY, START + 3 * HOUR - 1)).toBe('1')
  })
})
