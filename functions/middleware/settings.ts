import type { MiddlewareHandler } from 'hono'
import type { ApiContext } from './api-context.ts'
import { parseEnv } from '../env.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'

/** Parses the Worker's env and picks the upstream, for every handler below `/api/`. @throws SettingsError */
export const settings: MiddlewareHandler<ApiContext> = async (c, next) => {
  const env = parseEnv(c.env.raw)
  const { requestId, whiteLabel } = c.env.visitor
  c.set('env', env)
  c.set('upstream', upstreamOf(env))
  c.set('call', { requestId, whiteLabel })
  await next()
}
