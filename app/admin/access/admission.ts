import type { MiddlewareHandler } from 'hono'
import { signIn } from '../../../functions/commands/sign-in'
import { parseEnv } from '../../../functions/env'
import type { ApiContext } from '../../../functions/middleware/api-context'
import { comesFromOwnPage } from '../../../functions/middleware/csrf'
import type { Locale } from '../../i18n/locale'
import { actorOf } from './identity'
import { sessionCookie } from './session'
import type { AdminSettings } from './settings'

/** Hono context of every handler of the admin, pages and JSON. */
export interface AdminContext {
  /** `site` answers a request as the Worker answers a visitor. */
  Bindings: ApiContext['Bindings'] & {
    admin: AdminSettings
    /** Language of the operator. */
    locale: Locale
    site(request: Request): Promise<Response>
  }
  /** `actor`: who sends the request. */
  Variables: ApiContext['Variables'] & { actor: string }
}

/** The only address that takes the token of `npm start`. */
const SIGN_IN_PATH = '/admin'
const SAFE_METHODS = new Set(['GET', 'HEAD'])

/** The answer to whoever has no proof: the same for every reason. */
const refusal = () => new Response('403 Forbidden\n', { status: 403, headers: { 'content-type': 'text/plain' } })

/**
 * Lets a request with a valid proof pass and sets `actor`; everything else is a 403 without data. What changes something
 * needs a proof of the same origin too. `GET /admin?token=` answers 303 with the cookie of a local session.
 */
export const admission: MiddlewareHandler<AdminContext> = async (c, next) => {
  const { raw, admin, visitor } = c.env
  const request = c.req.raw
  const shown = c.req.query('token')
  if (shown !== undefined) return beginSession(request, shown, admin, raw)
  const actor = await actorOf(request, admin, visitor.requestId)
  if (actor === null) return refusal()
  if (!SAFE_METHODS.has(request.method) && !comesFromOwnPage(request)) return refusal()
  c.set('actor', actor)
  await next()
}

async function beginSession(request: Request, shown: string, { token }: AdminSettings, raw: object): Promise<Response> {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.pathname !== SIGN_IN_PATH || !token) return refusal()
  const cookie = await sessionCookie(request, shown, token)
  if (!cookie) return refusal()
  await signIn.perform({ env: parseEnv(raw), actor: 'local', now: new Date() }, {})
  url.searchParams.delete('token')
  return new Response(null, { status: 303, headers: { location: SIGN_IN_PATH + url.search, 'set-cookie': cookie } })
}
