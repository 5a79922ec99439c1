import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { METHOD_NAME_ALL } from 'hono/router'
import { signIn } from '../../../functions/commands/sign-in'
import { ALL_BRANDS, type Scope } from '../../../functions/contract/scope'
import { parseEnv } from '../../../functions/env'
import { ForbiddenError } from '../../../functions/errors'
import type { ApiContext } from '../../../functions/middleware/api-context'
import { comesFromElsewhere, comesFromOwnPage } from '../../../functions/contract/csrf'
import type { Locale } from '../../i18n/locale'
import { identityOf, KeysUnreadError } from './identity'
import { scopeOfToken, sessionCookie } from './session'
import { emptyPosted, type Posted } from '../posted'
import type { AdminSettings } from './admin-settings'

/** Hono context of every handler of the admin, pages and JSON. */
export interface AdminContext {
  /** `site` answers a request as the Worker answers a visitor. */
  Bindings: ApiContext['Bindings'] & {
    admin: AdminSettings
    /** Language of the operator. */
    locale: Locale
    site(request: Request): Promise<Response>
  }
  /** `actor`: who sends the request; `scope`: for which brand; `posted`: what its form has sent so far. */
  Variables: ApiContext['Variables'] & {
    actor: string
    scope: Scope
    posted: Posted
  }
}

/** The only address that takes the token of `npm start`. */
const SIGN_IN_PATH = '/admin'
/** The JSON API, `/api/admin` and below: what a service token of Access opens. The pages are for people. */
const MACHINES_BELOW = '/api/'
const SAFE_METHODS = new Set(['GET', 'HEAD'])

/** The answer to whoever has no proof: the same for every reason. */
const refusal = () => new Response('403 Forbidden\n', { status: 403, headers: { 'content-type': 'text/plain' } })

/** The answer while nobody can be recognised, which is no fault of the sender. */
const unrecognised = () =>
  new Response('503 The keys of Cloudflare Access cannot be read.\n', {
    status: 503,
    headers: { 'content-type': 'text/plain', 'retry-after': '60' },
  })

/**
 * Lets a request with a valid proof pass and sets `actor` and `scope`; everything else is a 403 without data, and a 503 while the keys of
 * Access cannot be read. What changes something needs a proof of the same origin too, but from a program. `GET /admin?token=` answers 303
 * with the cookie of a local session.
 */
export const admission: MiddlewareHandler<AdminContext> = async (c, next) => {
  const { raw, admin, visitor } = c.env
  const request = c.req.raw
  const shown = c.req.query('token')
  if (shown !== undefined) return beginSession(request, shown, admin, raw)
  let identity
  try {
    identity = await identityOf(request, admin, visitor.requestId)
  } catch (error) {
    if (error instanceof KeysUnreadError) return unrecognised()
    throw error
  }
  if (identity === null) return refusal()
  if (identity.isMachine && !c.req.path.startsWith(MACHINES_BELOW)) return refusal()
  // No browser sends a program's proof by itself, so that a program need not say where its call comes from.
  const isProven = identity.isMachine ? !comesFromElsewhere(request) : comesFromOwnPage(request)
  if (!SAFE_METHODS.has(request.method) && !isProven) return refusal()
  c.set('actor', identity.actor)
  c.set('scope', identity.scope)
  c.set('posted', emptyPosted())
  await next()
}

async function beginSession(request: Request, shown: string, { token }: AdminSettings, raw: object): Promise<Response> {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.pathname !== SIGN_IN_PATH || !token) return refusal()
  const scope = await scopeOfToken(request, shown, token)
  if (scope === null) return refusal()
  const cookie = await sessionCookie(request, scope, token)
  await signIn.perform({ env: parseEnv(raw), actor: 'local', scope, now: new Date() }, {})
  url.searchParams.delete('token')
  return new Response(null, { status: 303, headers: { location: SIGN_IN_PATH + url.search, 'set-cookie': cookie } })
}

/** Begins a route that operators of one brand may use too: what it reads and does is narrowed by `c.var.scope`. */
export const forEachBrand: MiddlewareHandler<AdminContext> = (_, next) => next()

/**
 * Refuses operators of one brand every route that does not begin with `forEachBrand`, so that one that forgets it is closed to them. An address
 * without a route goes on, to the answer of an unknown one.
 * @throws ForbiddenError
 */
export const requireScopedRoute: MiddlewareHandler<AdminContext> = async (c, next) => {
  // Several routes may match an address; the first one answers.
  const first = matchedRoutes(c).find(({ method }) => method !== METHOD_NAME_ALL)
  if (c.var.scope !== ALL_BRANDS && first && first.handler !== forEachBrand)
    throw new ForbiddenError('This is for operators of all brands.')
  await next()
}
