import type { MiddlewareHandler } from 'hono'
import { parseEnv } from '../env.ts'
import type { ApiContext } from './api-context.ts'

/** Parses the Worker's env for the handlers. @throws SettingsError */
export const settings: MiddlewareHandler<ApiContext> = async (c, next) => {
  c.set('env', parseEnv(c.env.raw))
  await next()
}
