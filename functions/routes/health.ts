import type { Handler } from 'hono'
import type { ApiContext } from '../middleware/api-context.ts'
import { type Env, parseEnv, SettingsError } from '../env.ts'
import { ApiError } from '../errors.ts'
import { logFailure } from '../log.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import type { UpstreamCall } from '../upstream/upstream.ts'

interface Check {
  name: string
  ok: boolean
  detail?: string
}

/** `GET /healthz`: the Worker runs. Asks nobody. */
export const healthz: Handler<ApiContext> = (c) => c.json({ status: 'ok' })

/** `GET /readyz`: asks each binding and the upstream; 200 when all of them answer, else 503 with what did not. */
export const readyz: Handler<ApiContext> = async (c) => {
  const { requestId, whiteLabel } = c.env.visitor
  const checks = await runChecks(c.env.raw, { requestId, whiteLabel })
  const ready = checks.every((check) => check.ok)
  return c.json({ status: ready ? 'ready' : 'not-ready', checks }, ready ? 200 : 503)
}

async function runChecks(raw: object, call: UpstreamCall): Promise<Check[]> {
  try {
    const env = parseEnv(raw)
    const probes = Object.entries(probesOf(env, call)).map(([name, ask]) =>
      check(name, ask, env.UPSTREAM_TIMEOUT_MS, call),
    )
    return [{ name: 'settings', ok: true }, ...(await Promise.all(probes))]
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    logFailure('error', { requestId: call.requestId, method: 'GET', path: '/readyz', code: 'settings' }, error)
    return [{ name: 'settings', ok: false, detail: error.message }]
  }
}

/** One harmless question for each part. */
const probesOf = (env: Env, call: UpstreamCall): Record<string, () => Promise<unknown>> => ({
  CACHE: () => env.CACHE.get('readyz'),
  DB: () => env.DB.prepare('SELECT 1').first(),
  FILES: () => env.FILES.head('readyz'),
  OUTBOX: () => env.OUTBOX.get(env.OUTBOX.idFromName('readyz')).ping(),
  INQUIRY_LIMIT: () => env.INQUIRY_LIMIT.limit({ key: 'readyz' }),
  UPLOAD_LIMIT: () => env.UPLOAD_LIMIT.limit({ key: 'readyz' }),
  UNPROVEN_LIMIT: () => env.UNPROVEN_LIMIT.limit({ key: 'readyz' }),
  upstream: () => upstreamOf(env).ping(call),
})

async function check(name: string, ask: () => Promise<unknown>, timeoutMs: number, call: UpstreamCall): Promise<Check> {
  try {
    // A little longer than the upstream's own deadline, so that its own error is the one that is told.
    await within(timeoutMs + 500, ask())
    return { name, ok: true }
  } catch (error) {
    logFailure('warn', { requestId: call.requestId, method: 'GET', path: '/readyz', code: `not-ready:${name}` }, error)
    return { name, ok: false, detail: error instanceof ApiError ? error.message : 'It did not answer.' }
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('No answer in time.', 'TimeoutError')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
