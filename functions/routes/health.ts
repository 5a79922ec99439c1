import type { Handler } from 'hono'
import { brands } from '../brand/hosts.ts'
import { audiencesOf } from '../contract/access-audiences.ts'
import { adminOriginFaults } from '../contract/admin-origins.ts'
import { RATE_LIMIT_NAMES } from '../contract/rate-limits.ts'
import { secretOf, siteKeyOf } from '../contract/site-keys.ts'
import { webhookSecret } from '../contract/webhooks.ts'
import { probeItems } from '../database/board-item.ts'
import { lastCanary } from '../database/inquiry-canary.ts'
import { readPause } from '../database/restore-pause.ts'
import { type Env, parseEnv, SettingsError, settingFaults } from '../env.ts'
import { ApiError } from '../errors.ts'
import { within } from '../deadlines/deadline.ts'
import { logFailure } from '../log.ts'
import { mailTransportOf, missingForMail, wantsMail } from '../mail/select-transport.ts'
import type { ApiContext } from '../middleware/api-context.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import type { UpstreamCall } from '../upstream/upstream.ts'

/** Whether a binding or the upstream answers. */
export interface Check {
  name: string
  ok: boolean
  detail?: string
}

/** `GET /healthz`: the Worker runs, and which version of it. Calls nothing. */
export const healthz: Handler<ApiContext> = (c) => {
  const { VERSION } = c.env.raw as { VERSION?: { id: string } }
  return c.json({ status: 'ok', version: VERSION?.id })
}

/** `GET /readyz`: 200 when each binding and the upstream answers, else 503 with what did not. */
export const readyz: Handler<ApiContext> = async (c) => {
  const { raw, ctx, visitor } = c.env
  const call = { requestId: visitor.requestId, whiteLabel: visitor.whiteLabel }
  const checks = await latestChecks(raw, call, ctx)
  const ready = checks.every((check) => check.ok)
  return c.json({ status: ready ? 'ready' : 'not-ready', checks }, ready ? 200 : 503)
}

const CHECKED_EVERY_MS = 10_000
/** The last round of checks, by the Worker's env. */
const rounds = new WeakMap<object, { startedAt: number; checks: Promise<Check[]> }>()

/**
 * Calls each binding and the upstream. Everybody may ask, so an isolate checks once in ten seconds, and the reason of a faulty setting is
 * only in the log. Never throws.
 * @param raw the Worker's env as the runtime gives it
 */
export function latestChecks(raw: object, call: UpstreamCall, ctx: ExecutionContext): Promise<Check[]> {
  const now = Date.now()
  let round = rounds.get(raw)
  if (!round || now - round.startedAt >= CHECKED_EVERY_MS) {
    round = { startedAt: now, checks: runChecks(raw, call) }
    rounds.set(raw, round)
    // The client that came first may disconnect while others wait.
    ctx.waitUntil(round.checks)
  }
  return round.checks
}

async function runChecks(raw: object, call: UpstreamCall): Promise<Check[]> {
  try {
    const env = parseEnv(raw)
    // A little longer than the upstream's own deadline, so that the upstream's own error is reported.
    const timeoutMs = env.UPSTREAM_TIMEOUT_MS + 500
    const probes = Object.entries(probesOf(env, call))
    const checks = await Promise.all(probes.map(([name, probe]) => check(name, probe, timeoutMs, call)))
    return [{ name: 'settings', ok: true }, ...faultyParts(raw, call), ...faultyValues(env, call), ...checks]
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    logFailure('error', { requestId: call.requestId, method: 'GET', path: '/readyz', code: 'settings' }, error)
    return [{ name: 'settings', ok: false, detail: 'A setting is missing or faulty; the log names it.' }]
  }
}

/** Names each faulty setting that does not stop the site. What is wrong with it is in the log, because everybody may read this. */
function faultyParts(raw: object, { requestId }: UpstreamCall): Check[] {
  return settingFaults(raw).map(({ setting, effect, message }) => {
    logSetting(setting, message, requestId)
    return { name: setting, ok: false, detail: `This setting is faulty, so ${effect}; the log says why.` }
  })
}

function logSetting(setting: string, message: string, requestId: string): void {
  const error = new SettingsError(`${setting}: ${message}`)
  logFailure('error', { requestId, method: 'GET', path: '/readyz', code: 'settings' }, error)
}

const isBrand = (brandId: string): boolean => brands.some(({ id }) => id === brandId)

/** Names the settings that say what no brand has, or lack what a brand needs. */
function faultyValues(
  { CANARY, TURNSTILE_SITE_KEYS, TURNSTILE_SECRETS, WEBHOOK_SECRETS, ACCESS_AUD, ADMIN_ORIGIN }: Env,
  { requestId }: UpstreamCall,
): Check[] {
  const faults: Check[] = []
  const ids = brands.map(({ id }) => id)
  const { faults: ofAudiences } = audiencesOf(ACCESS_AUD, ids)
  for (const message of ofAudiences) logSetting('ACCESS_AUD', message, requestId)
  if (ofAudiences.length > 0)
    faults.push({ name: 'ACCESS_AUD', ok: false, detail: 'An entry is faulty and admits nobody; the log says why.' })
  const ofOrigins = adminOriginFaults(ADMIN_ORIGIN, ids)
  for (const message of ofOrigins) logSetting('ADMIN_ORIGIN', message, requestId)
  if (ofOrigins.length > 0)
    faults.push({ name: 'ADMIN_ORIGIN', ok: false, detail: 'An entry is of no brand; the log says which.' })
  if (CANARY !== '' && !isBrand(CANARY))
    faults.push({ name: 'CANARY', ok: false, detail: 'No brand has this id, so no canary is sent.' })
  const lacksSecret = brands.some(({ id, turnstile }) => {
    const set = siteKeyOf(TURNSTILE_SITE_KEYS, id)
    const siteKey = set === undefined ? turnstile?.siteKey : set
    return siteKey && secretOf(TURNSTILE_SECRETS, siteKey) === null
  })
  if (lacksSecret) faults.push({ name: 'TURNSTILE_SECRETS', ok: false, detail: 'A site key has no secret.' })
  const unsigned = brands.flatMap(({ id, webhooks }) =>
    webhooks
      .filter(({ secret, format }) => webhookSecret(WEBHOOK_SECRETS, secret, format) === null)
      .map(({ secret, format }) => `${secret} of ${id} has no secret of the form that ${format} needs`),
  )
  for (const message of unsigned) logSetting('WEBHOOK_SECRETS', message, requestId)
  if (unsigned.length > 0)
    faults.push({
      name: 'WEBHOOK_SECRETS',
      ok: false,
      detail: 'A webhook has no secret of its form; the log names it.',
    })
  return faults
}

/** One harmless call per binding, and one to the upstream. */
const probesOf = (env: Env, call: UpstreamCall): Record<string, () => Promise<unknown>> => ({
  CACHE: () => env.CACHE.get('readyz'),
  DB: () => probeItems(env.DB),
  pause: () => assertSending(env),
  FILES: () => env.FILES.head('readyz'),
  ...Object.fromEntries(RATE_LIMIT_NAMES.map((name) => [name, () => env[name].limit({ key: 'readyz' })])),
  ASSETS: () => fetchAsset(env),
  // Nothing but a mail shows whether it sends.
  ...(wantsMail(env) && { MAIL: async () => assertPresent(mailTransportOf(env), String(missingForMail(env))) }),
  upstream: () => upstreamOf(env).ping(call),
  ...(isBrand(env.CANARY) && { canary: () => canaryAge(env) }),
})

/** @throws NotReadyError while nothing is sent, because the site was restored */
async function assertSending({ DB }: Env): Promise<void> {
  const since = await readPause(DB)
  if (since !== null)
    throw new NotReadyError(
      `This site was restored and has been paused since ${since}: it accepts inquiries and sends nothing until an operator resumes it.`,
    )
}

/** A file of every build (public/). */
const READY_FILE = 'http://assets.invalid/assets/ready.txt'

async function fetchAsset({ ASSETS }: Env): Promise<void> {
  assertPresent(ASSETS, 'ASSETS')
  const { status, body } = await ASSETS.fetch(READY_FILE)
  await body?.cancel()
  if (status !== 200) throw new NotReadyError(`A file of the build is answered with ${status}.`)
}

function assertPresent<T>(needed: T | null | undefined, name: string): asserts needed is T {
  if (!needed) throw new NotReadyError(`${name} is missing; see wrangler.toml.`)
}

/** A canary is sent every 15 minutes; three in a row that do not arrive are a failure. */
const CANARY_MS_MAX = 50 * 60_000

/** How long ago the last canary arrived, in words. @throws NotReadyError where that is too long ago */
async function canaryAge(env: Env): Promise<string> {
  const arrivedAt = await lastCanary(env.DB)
  if (arrivedAt === null) return 'None has arrived yet.'
  const ageMs = Date.now() - Date.parse(arrivedAt)
  const detail = `The last one arrived ${Math.round(ageMs / 1000)} s ago.`
  if (ageMs > CANARY_MS_MAX) throw new NotReadyError(detail)
  return detail
}

/** Its message is written for the operator. */
class NotReadyError extends Error {}

async function check(
  name: string,
  probe: () => Promise<unknown>,
  timeoutMs: number,
  { requestId }: UpstreamCall,
): Promise<Check> {
  try {
    const detail = await within(timeoutMs, probe(), () => {
      throw new Error(`There was no answer within ${timeoutMs} ms.`)
    })
    return { name, ok: true, ...(typeof detail === 'string' && name === 'canary' && { detail }) }
  } catch (error) {
    logFailure('warn', { requestId, method: 'GET', path: '/readyz', code: `not-ready:${name}` }, error)
    return {
      name,
      ok: false,
      detail: error instanceof ApiError || error instanceof NotReadyError ? error.message : 'It did not answer.',
    }
  }
}
