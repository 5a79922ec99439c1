import { createHash, createHmac } from 'node:crypto'
import { afterEach, beforeEach, vi } from 'vitest'
import { defaultBrand } from '../../functions/brand/hosts.ts'
import type { MailSettings } from '../../functions/brand/schema.ts'
import type { InquiryBody, Receipt } from '../../functions/contract/inquiry-body.ts'
import { eachField } from '../../functions/contract/inquiry-fields.ts'
import { type InquiryRecord, RECORD_COLUMNS } from '../../functions/database/inquiry-record.ts'
import { envSchema } from '../../functions/env.ts'
import type { Payload } from '../../functions/outbox/payload.ts'
import { Outbox } from '../../functions/scheduled/outbox.ts'
import { runScheduled } from '../../functions/scheduled/run-scheduled.ts'
import { type OutboxDisk, outboxDisk } from './outbox-disk.ts'
import { SEED, seeded } from './seed.ts'
import { SqliteD1 } from './sqlite-d1.ts'

vi.mock('cloudflare:workers', () => ({
  waitUntil: () => undefined,
  DurableObject: class {
    ctx: unknown
    env: unknown
    constructor(ctx: unknown, given: unknown) {
      this.ctx = ctx
      this.env = given
    }
  },
}))
const socket = vi.hoisted(() => ({ opens: true }))
vi.mock('cloudflare:sockets', () => ({
  connect: () => ({
    opened: socket.opens ? Promise.resolve() : Promise.reject(new Error('refused')),
    closed: Promise.resolve(),
    close: async () => undefined,
  }),
}))

export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE

/** R2, with the staged uploads of a test. */
export const objects = new Map<
  string,
  { name: string; field: string; source?: string; at?: number; bytes?: Uint8Array }
>()
/** How R2 behaves. `never answers`: nor does what was asked of it meanwhile once it works again. */
export type R2State = 'works' | 'fails' | 'never answers'
export const r2: { state: R2State } = { state: 'works' }
export const R2_FAILS = 'R2 is down'
const reach = async (): Promise<void> => {
  if (r2.state === 'fails') throw new Error(R2_FAILS)
  if (r2.state === 'never answers') await new Promise(() => undefined)
}
const bucket = {
  list: async ({ prefix, startAfter = '' }: { prefix: string; startAfter?: string }) => {
    await reach()
    return {
      objects: [...objects]
        .filter(([key]) => key.startsWith(prefix) && key > startAfter)
        .map(([key, { at = 0, bytes: _bytes, ...customMetadata }]) => ({
          key,
          size: 1,
          uploaded: new Date(at),
          customMetadata,
        })),
    }
  },
  put: async (key: string, bytes?: unknown) => {
    await reach()
    objects.set(key, {
      name: '',
      field: '',
      at: Date.now(),
      ...(bytes instanceof Uint8Array && { bytes: bytes.slice() }),
    })
  },
  get: async (key: string) => {
    await reach()
    const object = objects.get(key)
    return object
      ? {
          body: new Response('x').body,
          text: async () => '',
          arrayBuffer: async () => (object.bytes ?? new Uint8Array()).slice().buffer,
        }
      : null
  },
  delete: async (keys: string | string[]) => {
    await reach()
    for (const key of [keys].flat()) objects.delete(key)
  },
}
export const stage = (uploadId: string, name: string, field = 'files') =>
  objects.set(`held/${uploadId}/000`, { name, field, at: Date.now() })

const binding = (methods: object) =>
  new Proxy(methods, { get: (target, name) => Reflect.get(target, name) ?? (() => undefined) })
const UPSTREAM = 'http://upstream.example'
/** Every setting and binding that functions/env.ts requires, with those that a test commands. */
export const env = (d1: SqliteD1) => ({
  ...Object.fromEntries(
    Object.entries(envSchema.shape)
      .filter(([, schema]) => !schema.safeParse(undefined).success)
      .map(([name]) => [name, binding({})]),
  ),
  UPSTREAM_URL: UPSTREAM,
  UPSTREAM_TIMEOUT_MS: '50',
  UPSTREAM_DELIVERY_TIMEOUT_MS: '2000',
  DB: d1.binding,
  FILES: binding(bucket),
})

/** In place of the one that only workerd has. */
export const FixedLengthStream = function () {
  return new TransformStream()
}

/** Hashes in the same thread, so that a test knows when it is done, and a process can end before and after. */
export const hashAtOnce = () =>
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(
    async (_, data) =>
      Uint8Array.from(
        createHash('sha256')
          .update(data as Uint8Array)
          .digest(),
      ).buffer,
  )

/** Signs in the same thread, so that a walk is the same each time, and no clock of a test runs on meanwhile. */
export function signAtOnce(): void {
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation(async (_format, key) => key as never)
  vi.spyOn(crypto.subtle, 'sign').mockImplementation(
    async (_algorithm, key, data) =>
      Uint8Array.from(
        createHmac('sha256', key as unknown as Uint8Array)
          .update(data as Uint8Array)
          .digest(),
      ).buffer,
  )
}

/** The receipt of an inquiry that an outbox has taken. */
export const receiptFor = async (accepted: ReturnType<Outbox['accept']>): Promise<Receipt> => {
  const answer = await accepted
  if (typeof answer === 'string') throw new Error(`The inquiry was refused: ${answer}.`)
  return answer
}

export const payload: Payload = {
  inquiry: {
    ...eachField(() => 'x'),
    subject: 'Hello',
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

/**
 * An outbox over real SQLite with a clock, an upstream, D1 and R2 that a test commands. Call it in a `describe`.
 * @param settings vars and bindings beside those that are required
 */
export function outboxUnderTest(settings: { UPSTREAM_URL?: string } & Record<string, unknown> = {}) {
  const upstream = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
  const answer = (status: number) => upstream.mockImplementation(async () => new Response(null, { status }))
  const errors = vi.fn<(line: string) => void>()
  const logged = () => errors.mock.calls.map(([line]) => JSON.parse(line) as Record<string, unknown>)
  let d1: SqliteD1
  let disk: OutboxDisk
  let outbox: Outbox
  const start = async () => {
    outbox = new Outbox(disk.boot() as never, { ...env(d1), ...settings })
    await disk.idle()
  }
  const alarmAt = async (at: number) => {
    vi.setSystemTime(at)
    disk.alarm = null
    await outbox.alarm()
    await disk.idle()
  }
  /** Lets every alarm fire in time until `until`. @param crons whether the hourly destruction runs meanwhile */
  const runUntil = async (until: number, { crons = true } = {}) => {
    while (disk.alarm !== null && disk.alarm <= until) {
      const at = Math.max(disk.alarm, Date.now())
      vi.setSystemTime(at)
      if (crons) await outbox.destructionRan()
      await alarmAt(at)
    }
    vi.setSystemTime(until)
  }
  /** A day without alarms but the last. */
  const leap = () => alarmAt(Date.now() + DAY)
  /** @param mail what the registry says of the brand, from now on; null leaves what it says */
  const accept = async (
    key: string,
    change: Partial<Payload> = {},
    mail: MailSettings | null = null,
    client?: string,
  ) => {
    if (mail) defaultBrand.mail = mail
    const receipt = await receiptFor(outbox.accept(key, { ...payload, ...change }, undefined, client))
    await disk.idle()
    return receipt
  }
  const stateOf = async (receipt: string) => (await outbox.stateOf(receipt))?.state
  /** The row of an inquiry in D1, null where there is none. */
  const rowOf = (receipt: string) =>
    d1.rows<InquiryRecord>(`SELECT ${RECORD_COLUMNS} FROM inquiry_record WHERE receipt = ?`, receipt)[0] ?? null
  const sentKeys = () => upstream.mock.calls.map(([, init]) => new Headers(init.headers).get('idempotency-key'))

  const { mail: registered } = defaultBrand
  beforeEach(async () => {
    defaultBrand.mail = registered
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    vi.spyOn(Math, 'random').mockImplementation(seeded(SEED))
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (!url.startsWith(settings.UPSTREAM_URL ?? UPSTREAM)) throw new Error(`Nothing answers ${url} here.`)
      return upstream(url, init)
    })
    vi.stubGlobal('FixedLengthStream', FixedLengthStream)
    hashAtOnce()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.spyOn(console, 'error').mockImplementation(errors)
    errors.mockReset()
    upstream.mockReset()
    answer(503)
    socket.opens = true
    r2.state = 'works'
    d1 = new SqliteD1()
    disk = outboxDisk()
    await start()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  return {
    get outbox() {
      return outbox
    },
    get d1() {
      return d1
    },
    get disk() {
      return disk
    },
    set disk(next: OutboxDisk) {
      disk = next
    },
    set d1(next: SqliteD1) {
      d1 = next
    },
    upstream,
    answer,
    logged,
    start,
    alarmAt,
    runUntil,
    leap,
    accept,
    stateOf,
    rowOf,
    sentKeys,
  }
}

export { socket }
export { Outbox, runScheduled }
