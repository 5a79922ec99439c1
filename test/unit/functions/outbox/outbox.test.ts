import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { InquiryBody } from '../../../../functions/contract/inquiry.ts'
import type { Payload } from '../../../../functions/outbox/store.ts'
import { Outbox } from '../../../../functions/outbox/outbox.ts'

vi.mock('cloudflare:workers', () => ({
  DurableObject: class {
    ctx: unknown
    constructor(ctx: unknown) {
      this.ctx = ctx
    }
  },
}))

const DAY = 24 * 3600 * 1000

/** The storage of a Durable Object over real SQLite, with its alarm as a number. */
function storage() {
  const db = new DatabaseSync(':memory:')
  const state = { alarm: null as number | null, work: [] as Promise<unknown>[] }
  const exec = (query: string, ...values: (string | number | null)[]) => {
    if (query.includes(';')) db.exec(query)
    const rows = query.includes(';') ? [] : db.prepare(query).all(...values)
    return { toArray: () => rows }
  }
  const ctx = {
    storage: {
      sql: { exec },
      getAlarm: async () => state.alarm,
      setAlarm: async (at: number) => void (state.alarm = at),
    },
    waitUntil: (work: Promise<unknown>) => state.work.push(work),
    blockConcurrencyWhile: (work: () => Promise<unknown>) => state.work.push(work()),
  }
  return { ctx, state }
}

const deadLetter = vi.fn<(receipt: string) => void>()
const binding = (methods: object) =>
  new Proxy(methods, { get: (target, name) => Reflect.get(target, name) ?? (() => undefined) })
const env = () => ({
  UPSTREAM_URL: 'http://upstream.example',
  UPSTREAM_TIMEOUT_MS: '1000',
  CACHE: binding({}),
  DB: binding({ prepare: () => ({ bind: (receipt: string) => ({ run: async () => deadLetter(receipt) }) }) }),
  FILES: binding({}),
  OUTBOX: binding({}),
  INQUIRY_LIMIT: binding({}),
  UPLOAD_LIMIT: binding({}),
  FORM_LIMIT: binding({}),
  UNPROVEN_LIMIT: binding({}),
})

const payload: Payload = {
  inquiry: {
    subject: 'Hello',
    content: 'x',
    user_name: 'x',
    company_name: 'x',
    inquiry_mail: 'a@b.example',
    phone_number_homepage: '+82-1',
    file_ref_id: null,
    file_ref_id_homepage: null,
    held_files: [],
    privacy_version: null,
    website: undefined,
    is_home_unite: false,
    is_home_inquiry: true,
    recipient_type: 'vcp-x',
    inquiry_type: 'quote',
  } as InquiryBody,
  whiteLabel: 'default',
  origin: 'https://www.example',
  requestId: 'r',
  uploads: [],
}

describe('the outbox', () => {
  const upstream = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
  let disk: ReturnType<typeof storage>
  const start = async () => {
    const outbox = new Outbox(disk.ctx as never, env())
    await Promise.all(disk.state.work)
    return outbox
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    vi.stubGlobal('fetch', upstream)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    upstream.mockReset().mockImplementation(async () => new Response(null, { status: 503 }))
    deadLetter.mockReset()
    disk = storage()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  test('sets its alarm again where it was lost with the previous process', async () => {
    await (await start()).accept('key', payload)
    disk.state.alarm = null
    await start()
    expect(disk.state.alarm).not.toBeNull()
  })

  test("does not send again what the visitor's own request has delivered meanwhile", async () => {
    const outbox = await start()
    for (let index = 0; index < 6; index++) await outbox.accept(`key-${index}`, payload)
    let answer: (response: Response) => void = () => undefined
    upstream.mockImplementation(() => new Promise((done) => (answer = done)))
    const slow = outbox.accept('slow', payload)
    await vi.waitFor(() => expect(upstream).toHaveBeenCalledTimes(7))
    const answerSlow = answer
    vi.setSystemTime(60_000)
    // The slow one is in the alarm's batch, behind the six others that are being delivered.
    const answers: ((response: Response) => void)[] = []
    upstream.mockImplementation(() => new Promise((done) => answers.push(done)))
    const alarm = outbox.alarm()
    await vi.waitFor(() => expect(answers).toHaveLength(6))
    answerSlow(new Response())
    expect((await slow).state).toBe('delivered')
    for (const done of answers) done(new Response())
    await alarm
    expect(upstream).toHaveBeenCalledTimes(13)
  })

  test('delivers a row that an older build has stored, with its spam signals', async () => {
    const outbox = await start()
    const stored = JSON.stringify({ ...payload, remarks: ['hasty', 'unproven', 'unchecked'] })
    disk.ctx.storage.sql.exec(
      "INSERT INTO inquiry (receipt, key, state, accepted_at, next_at, payload) VALUES ('r', 'k', 'queued', 0, 0, ?)",
      stored,
    )
    upstream.mockImplementation(async () => new Response())
    await outbox.alarm()
    const [, init] = upstream.mock.calls.at(-1) ?? []
    const { contents } = JSON.parse(String(init?.body)) as { contents: string }
    for (const text of ['within three seconds', 'without a Turnstile check', 'could not be made'])
      expect(contents).toContain(text)
  })

  test('makes an inquiry that cannot be delivered a dead letter after seven days', async () => {
    const outbox = await start()
    const { receipt } = await outbox.accept('key', payload)
    vi.setSystemTime(7 * DAY)
    await outbox.alarm()
    expect((await outbox.stateOf(receipt))?.state).toBe('queued')
    vi.setSystemTime(9 * DAY)
    await outbox.alarm()
    expect(deadLetter).toHaveBeenCalledWith(receipt)
    expect((await outbox.stateOf(receipt))?.state).toBe('undelivered')
  })

  test('continues with the others where writing a dead letter fails', async () => {
    const outbox = await start()
    const { receipt: old } = await outbox.accept('old', payload)
    vi.setSystemTime(9 * DAY)
    const { receipt: young } = await outbox.accept('young', payload)
    deadLetter.mockImplementation(() => {
      throw new Error('D1 is down')
    })
    await expect(outbox.alarm()).resolves.toBeUndefined()
    expect((await outbox.stateOf(old))?.state).toBe('queued')
    vi.setSystemTime(9 * DAY + 60_000)
    upstream.mockImplementation(async () => new Response())
    await outbox.alarm()
    for (const receipt of [old, young]) expect((await outbox.stateOf(receipt))?.state).toBe('delivered')
  })
})
