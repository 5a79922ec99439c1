import type { MiddlewareHandler } from 'hono'
import { parseEnv } from '../env.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import type { ApiContext } from './api-context.ts'

/** Parses the Worker's env and selects the upstream for the handlers below `/api/`. @throws SettingsError */
export const settings: MiddlewareHandler<ApiContext> = async (c, next) => {
  const env = parseEnv(c.env.raw)
  const { requestId, whiteLabel } = c.env.visitor
  c.set('env', env)
  c.set('upstream', upstreamOf(env))
  c.set('call', { requestId, whiteLabel })
  await next()
}
