import type { Handler } from 'hono'
import { type Env, parseEnv, SettingsError } from '../env.ts'
import { ApiError } from '../errors.ts'
import { logFailure } from '../log.ts'
import type { ApiContext } from '../middleware/api-context.ts'
import { outboxOf } from '../outbox/brand-outbox.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import type { UpstreamCall } from '../upstream/upstream.ts'

interface Check {
  name: string
  ok: boolean
  detail?: string
}

/** `GET /healthz`: the Worker runs. Calls nothing. */
export const healthz: Handler<ApiContext> = (c) => c.json({ status: 'ok' })

/** `GET /readyz`: calls each binding and the upstream; 200 when all of them answer, else 503 with what did not. */
export const readyz: Handler<ApiContext> = async (c) => {
  const { requestId, whiteLabel } = c.env.visitor
  const checks = await runChecks(c.env.raw, { requestId, whiteLabel })
  const ready = checks.every((check) => check.ok)
  return c.json({ status: ready ? 'ready' : 'not-ready', checks }, ready ? 200 : 503)
}

async function runChecks(raw: object, call: UpstreamCall): Promise<Check[]> {
  try {
    const env = parseEnv(raw)
    // A little longer than the upstream's own deadline, so that the upstream's own error is reported.
    const timeoutMs = env.UPSTREAM_TIMEOUT_MS + 500
    const probes = Object.entries(probesOf(env, call))
    const checks = await Promise.all(probes.map(([name, probe]) => check(name, probe, timeoutMs, call)))
    return [{ name: 'settings', ok: true }, ...checks]
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    logFailure('error', { requestId: call.requestId, method: 'GET', path: '/readyz', code: 'settings' }, error)
    return [{ name: 'settings', ok: false, detail: error.message }]
  }
}

/** One harmless call per binding, and one to the upstream. */
const probesOf = (env: Env, call: UpstreamCall): Record<string, () => Promise<unknown>> => ({
  CACHE: () => env.CACHE.get('readyz'),
  DB: () => env.DB.prepare('SELECT 1').first(),
  FILES: () => env.FILES.head('readyz'),
  OUTBOX: () => outboxOf(env, 'readyz').ping(),
  INQUIRY_LIMIT: () => env.INQUIRY_LIMIT.limit({ key: 'readyz' }),
  UPLOAD_LIMIT: () => env.UPLOAD_LIMIT.limit({ key: 'readyz' }),
  FORM_LIMIT: () => env.FORM_LIMIT.limit({ key: 'readyz' }),
  UNPROVEN_LIMIT: () => env.UNPROVEN_LIMIT.limit({ key: 'readyz' }),
  upstream: () => upstreamOf(env).ping(call),
})

async function check(
  name: string,
  probe: () => Promise<unknown>,
  timeoutMs: number,
  { requestId }: UpstreamCall,
): Promise<Check> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const timeout = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason as Error))
  })
  try {
    await Promise.race([probe(), timeout])
    return { name, ok: true }
  } catch (error) {
    logFailure('warn', { requestId, method: 'GET', path: '/readyz', code: `not-ready:${name}` }, error)
    return { name, ok: false, detail: error instanceof ApiError ? error.message : 'It did not answer.' }
  }
}
