import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { logFailure } from '../../../functions/log'
import { hasSession, isLoopback } from './session'
import type { AdminSettings } from './settings'

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

/** Who sends the request: the e-mail of an Access token, or `local` for the cookie of this start. Null without a valid proof. */
export async function actorOf(request: Request, settings: AdminSettings, requestId: string): Promise<string | null> {
  const { access, token } = settings
  const jwt = request.headers.get(ACCESS_HEADER)
  if (access && jwt) return accessActor(jwt, access, requestId)
  if (token && isLoopback(request) && (await hasSession(request, token))) return 'local'
  return null
}

/** Verifies an Access token: signature by the team's keys, issuer, audience and expiry; RS256 only. */
async function accessActor(
  jwt: string,
  { issuer, audience }: NonNullable<AdminSettings['access']>,
  requestId: string,
): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(jwt, keysOf(issuer), {
      issuer,
      audience,
      algorithms: ['RS256'],
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ['exp'],
    })
    return typeof payload.email === 'string' && payload.email !== '' ? payload.email : null
  } catch (error) {
    // A refused token is the sender's affair; keys that cannot be had are the operator's.
    const refused = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)
    if (!refused) logFailure('warn', { requestId, code: 'access-keys-unread' }, error)
    return null
  }
}
