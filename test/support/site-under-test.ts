import { createHash, createHmac } from 'node:crypto'
import { afterEach, beforeEach, vi } from 'vitest'
import { brandWithId, defaultBrand } from '../../functions/brand/hosts.ts'
import type { MailSettings } from '../../functions/brand/schema.ts'
import type { InquiryBody, Receipt } from '../../functions/contract/inquiry-body.ts'
import { v7 as uuidOfNow } from 'uuid'
import { eachField } from '../../functions/contract/form-fields.ts'
import { INQUIRY_COLUMNS, type InquiryRow } from '../../functions/database/inquiry-row.ts'
import { type Env, envSchema, parseEnv } from '../../functions/env.ts'
import { accept } from '../../functions/inquiries/accept.ts'
import { readHistory } from '../../functions/inquiries/history.ts'
import { readInquiry } from '../../functions/inquiries/read-inquiry.ts'
import { readReceiptState } from '../../functions/inquiries/receipt.ts'
import { runScheduled } from '../../functions/scheduled/run-scheduled.ts'
import { SqliteD1 } from './sqlite-d1.ts'
import { background, socket } from './workerd.ts'

export { socket }

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
const UPSTREAM = 'http://upstream.example'

/** Objects of R2 by key. */
export const objects = new Map<string, Uint8Array>()
/** When R2 has taken an object, by key. */
const uploadedAt = new Map<string, number>()
/** How R2 behaves. `never answers`: nor does what was asked of it meanwhile once it works again. */
export const r2: { state: 'works' | 'fails' | 'never answers' } = { state: 'works' }
const reach = async (): Promise<void> => {
  if (r2.state === 'fails') throw new Error('R2 is down')
  if (r2.state === 'never answers') await new Promise(() => undefined)
}
const bucket = {
  list: async ({ prefix = '' }: { prefix?: string }) => {
    await reach()
    const keys = [...objects.keys()].toSorted().filter((key) => key.startsWith(prefix))
    const uploaded = (key: string) => new Date(uploadedAt.get(key) ?? 0)
    return { objects: keys.map((key) => ({ key, size: 1, uploaded: uploaded(key) })), truncated: false }
  },
  put: async (key: string, bytes: unknown) => {
    await reach()
    uploadedAt.set(key, Date.now())
    objects.set(key, bytes instanceof Uint8Array ? bytes.slice() : new TextEncoder().encode(String(bytes)))
  },
  head: async (key: string) => {
    await reach()
    return objects.has(key) ? { size: objects.get(key)?.length } : null
  },
  get: async (key: string) => {
    await reach()
    const bytes = objects.get(key)
    return bytes
      ? { size: bytes.length, body: new Response(bytes.slice()).body, arrayBuffer: async () => bytes.slice().buffer }
      : null
  },
  delete: async (keys: string | string[]) => {
    await reach()
    for (const key of [keys].flat()) objects.delete(key)
  },
}

const binding = (methods: object) =>
  new Proxy(methods, { get: (target, name) => Reflect.get(target, name) ?? (async () => ({ success: true })) })

/** Every setting and binding that functions/env.ts requires, with those that a test commands. */
export const settingsOf = (d1: SqliteD1, settings: Record<string, unknown> = {}): Record<string, unknown> => ({
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
  ...settings,
})

/** Signs and hashes in the same thread, so that no clock of a test runs on meanwhile. */
export function signAtOnce(): void {
  const bytesOf = (data: unknown) => data as Uint8Array
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(
    async (_, data) => Uint8Array.from(createHash('sha256').update(bytesOf(data)).digest()).buffer,
  )
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation(async (_format, key) => key as never)
  vi.spyOn(crypto.subtle, 'sign').mockImplementation(
    async (_algorithm, key, data) =>
      Uint8Array.from(
        createHmac('sha256', key as unknown as Uint8Array)
          .update(bytesOf(data))
          .digest(),
      ).buffer,
  )
}

/** What a visitor sends, unless a test says otherwise. */
export const inquiry: InquiryBody = {
  ...eachField(() => 'x'),
  subject: 'Hello',
  inquiry_mail: 'a@b.example',
  phone_number_homepage: '+82-1',
  file_ref_id: null,
  file_ref_id_homepage: null,
  held_files: [],
  privacy_version: null,
  website: false,
  is_home_unite: false,
  is_home_inquiry: true,
  recipient_type: 'vcp-x',
  inquiry_type: 'quote',
} as InquiryBody

/** What a test changes of a submission. */
export interface Sent {
  inquiry?: Partial<InquiryBody>
  brandId?: string
  keyLifeMs?: number
  canary?: boolean
  /** Whether the form was sent within three seconds. */
  isTooFast?: boolean
}

/** A site over real SQLite with a clock, an upstream, D1 and R2 that a test commands. Call it in a `describe`. */
export function siteUnderTest(settings: Record<string, unknown> = {}) {
  const upstream = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
  const answer = (status: number) => upstream.mockImplementation(async () => new Response(null, { status }))
  const errors = vi.fn<(line: string) => void>()
  let d1: SqliteD1
  let raw: Record<string, unknown>
  const env = (): Env => parseEnv(raw)
  /** A Worker that has read nothing of the settings and knows nothing of the process before. */
  const restart = () => {
    background.clear()
    raw = settingsOf(d1, settings)
  }
  const idle = async () => {
    while (background.size > 0) await Promise.allSettled(background)
  }
  const fire = async (cron: string) => {
    await runScheduled(raw, { cron, now: new Date() })
    await idle()
  }
  const minute = () => fire('* * * * *')
  const hour = () => fire('17 * * * *')
  /** Lets every minute until then run, and every hour. */
  const runUntil = async (until: number) => {
    for (let at = Math.ceil((Date.now() + 1) / MINUTE) * MINUTE; at <= until; at += MINUTE) {
      vi.setSystemTime(at)
      await minute()
      if (at % HOUR === 0) await hour()
    }
    vi.setSystemTime(until)
  }
  /** One minute, so much later. */
  const leap = async (ms = DAY) => {
    vi.setSystemTime(Date.now() + ms)
    await minute()
  }
  const submissionOf = (key: string, sent: Sent) => {
    const brand = brandWithId(sent.brandId ?? 'vcp-x')
    return {
      env: env(),
      visitor: {
        brandId: brand.id,
        whiteLabel: brand.whiteLabel,
        requestId: 'r',
        csrfToken: sent.isTooFast ? uuidOfNow({ msecs: Date.now() }) : null,
        turnstile: null,
        privacyVersions: [],
        locale: 'en' as const,
      },
      inquiry: { ...inquiry, ...sent.inquiry } as InquiryBody,
      key,
      turnstileToken: null,
      ...(sent.keyLifeMs !== undefined && { keyLifeMs: sent.keyLifeMs }),
      ...(sent.canary && { canary: true }),
    }
  }
  /** @param mail what the registry says of the brand, from now on; null leaves what it says */
  const send = async (key: string, sent: Sent = {}, mail: MailSettings | null = null): Promise<Receipt> => {
    if (mail) brandWithId(sent.brandId ?? 'vcp-x').mail = mail
    return accept(submissionOf(key, sent))
  }
  /** The same, with all that goes on after the answer. */
  const acceptAll = async (...args: Parameters<typeof send>): Promise<Receipt> => {
    const receipt = await send(...args)
    await idle()
    return receipt
  }
  const stateOf = async (receipt: string, brandId = 'vcp-x') => (await readReceiptState(env(), brandId, receipt))?.state
  /** The row of an inquiry, null where there is none. */
  const rowOf = (receipt: string) =>
    d1.rows<InquiryRow>(`SELECT ${INQUIRY_COLUMNS} FROM inquiry WHERE receipt = ?`, receipt)[0] ?? null
  const history = async (receipt: string) => readHistory(env(), await readInquiry(env(), receipt))
  /** How many inquiries are in each state. */
  const counts = () =>
    Object.fromEntries(
      d1
        .rows<{ state: string; n: number }>('SELECT state, sum(n) AS n FROM inquiry_count WHERE n > 0 GROUP BY state')
        .map(({ state, n }) => [state, n]),
    )
  const sentKeys = () =>
    upstream.mock.calls
      .filter(([url]) => url.endsWith('board/inquiry'))
      .map(([, init]) => new Headers(init.headers).get('idempotency-key'))

  const { mail: registered } = defaultBrand
  beforeEach(() => {
    defaultBrand.mail = registered
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (!url.startsWith(String(settings.UPSTREAM_URL ?? UPSTREAM))) throw new Error(`Nothing answers ${url} here.`)
      return upstream(url, init)
    })
    vi.stubGlobal('FixedLengthStream', function () {
      return new TransformStream()
    })
    signAtOnce()
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.spyOn(console, 'error').mockImplementation(errors)
    errors.mockReset()
    upstream.mockReset()
    answer(503)
    socket.opens = true
    r2.state = 'works'
    objects.clear()
    uploadedAt.clear()
    d1 = new SqliteD1()
    restart()
  })
  afterEach(async () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    background.clear()
  })

  return {
    get env() {
      return env()
    },
    get raw() {
      return raw
    },
    get d1() {
      return d1
    },
    upstream,
    answer,
    logged: () => errors.mock.calls.map(([line]) => JSON.parse(line) as Record<string, unknown>),
    restart,
    idle,
    minute,
    hour,
    runUntil,
    leap,
    send,
    accept: acceptAll,
    stateOf,
    rowOf,
    history,
    counts,
    sentKeys,
  }
}
