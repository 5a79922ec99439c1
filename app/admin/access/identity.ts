import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { scopeOf } from '../../../functions/brand/hosts'
import { ALL_BRANDS, type Scope } from '../../../functions/contract/scope'
import { logFailure } from '../../../functions/log'
import { isLoopback, sessionScope } from './session'
import type { AdminSettings } from './admin-settings'

/** Header in which Access passes its token on. The cookie `CF_Authorization` is not read: a browser sends it to every path. */
const ACCESS_HEADER = 'cf-access-jwt-assertion'
/** Allowed difference between the clocks of Access and of the Worker, in seconds. */
const CLOCK_TOLERANCE = 30

/** The key sets of teams, one per isolate: jose keeps the keys for ten minutes and reads them again for an unknown key. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

function keysOf(issuer: string) {
  const known = keySets.get(issuer)
  if (known) return known
  const keys = createRemoteJWKSet(new URL('/cdn-cgi/access/certs', issuer))
  keySets.set(issuer, keys)
  return keys
}

/** Who sends a request, and for which brand. */
export interface Identity {
  /** The e-mail of an Access token, or `local` for the cookie of this start. */
  actor: string
  scope: Scope
}

/** Who sends the request. Null without a valid proof. */
export async function identityOf(
  request: Request,
  settings: AdminSettings,
  requestId: string,
): Promise<Identity | null> {
  const { access, token } = settings
  const jwt = request.headers.get(ACCESS_HEADER)
  if (access && jwt) return accessIdentity(jwt, access, requestId)
  const scope = token && isLoopback(request) ? await sessionScope(request, token) : null
  return scope && { actor: 'local', scope }
}

/** Verifies an Access token: signature by the team's keys, issuer, audience and expiry; RS256 only. Its audience says for which brand. */
async function accessIdentity(
  jwt: string,
  { issuer, audiences }: NonNullable<AdminSettings['access']>,
  requestId: string,
): Promise<Identity | null> {
  try {
    const { payload } = await jwtVerify(jwt, keysOf(issuer), {
      issuer,
      audience: audiences.map(({ tag }) => tag),
      algorithms: ['RS256'],
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ['exp'],
    })
    const named = audiences.filter(({ tag }) => [payload.aud].flat().includes(tag))
    // A token of Access has one audience. Of one for two of them nothing says which is meant.
    const [audience] = named.length === 1 ? named : []
    const scope = audience && (audience.brandId === null ? ALL_BRANDS : scopeOf(audience.brandId))
    if (!scope || typeof payload.email !== 'string' || payload.email === '') return null
    return { actor: payload.email, scope }
  } catch (error) {
    // A refused token is the sender's affair; keys that cannot be had are the operator's.
    const refused = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)
    if (!refused) logFailure('warn', { requestId, code: 'access-keys-unread' }, error)
    return null
  }
}
