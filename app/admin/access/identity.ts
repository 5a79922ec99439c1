import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { scopeOf } from '../../../functions/brand/hosts'
import { ALL_BRANDS, type Scope } from '../../../functions/contract/scope'
import { logFailure } from '../../../functions/log'
import { isLoopback, sessionScope } from './session'
import type { AdminSettings } from './admin-settings'

/** Header in which Access passes its token on. The cookie `CF_Authorization` is not read: a browser sends it to every path. */
const ACCESS_HEADER = 'cf-access-jwt-assertion'
/** Allowed difference between the clocks of Access and of the Worker, in seconds. */
const CLOCK_TOLERANCE = 30

/** The keys of Access cannot be read, so that nobody can say whether a token is valid. */
export class KeysUnreadError extends Error {}

/** The key sets of teams, one per isolate: jose keeps the keys for ten minutes and reads them again for an unknown key. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

function keysOf(issuer: string) {
  const known = keySets.get(issuer)
  if (known) return known
  const keys = createRemoteJWKSet(new URL('/cdn-cgi/access/certs', issuer))
  keySets.set(issuer, keys)
  return keys
}

/**
 * The key of a token. jose refuses every token while keys that are older than ten minutes cannot be read again: here the last ones that were
 * read stay in use, for as long as the isolate lives.
 * @throws KeysUnreadError where no key is known that could be the token's
 */
const keyOf =
  (issuer: string, requestId: string): JWTVerifyGetKey =>
  async (header, token) => {
    const keys = keysOf(issuer)
    try {
      return await keys(header, token)
    } catch (error) {
      // They have been read, and this token is of none of them.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      logFailure('error', { requestId, code: 'access-keys-unread' }, error)
      const last = keys.jwks()
      const key = last && (await createLocalJWKSet(last)(header, token).catch(() => null))
      if (key) return key
      throw new KeysUnreadError('The keys of Access cannot be read.', { cause: error })
    }
  }

/** Who sends a request, and for which brand. */
interface Identity {
  /** The e-mail of an Access token, `service:` and the client id of a service token, or `local` for the cookie of this start. */
  actor: string
  scope: Scope
  /** Whether it is a service token: a program, which has no browser. */
  isMachine: boolean
}

/** Who sends the request. Null without a valid proof. @throws KeysUnreadError */
export async function identityOf(
  request: Request,
  settings: AdminSettings,
  requestId: string,
): Promise<Identity | null> {
  const { access, token } = settings
  const jwt = request.headers.get(ACCESS_HEADER)
  if (access && jwt) return accessIdentity(jwt, access, requestId)
  const scope = token && isLoopback(new URL(request.url).hostname) ? await sessionScope(request, token) : null
  return scope && { actor: 'local', scope, isMachine: false }
}

/** A person's token has `email`; a service token has none, and its client id as `common_name`. */
const accessClaims = z.union([
  z.object({ email: z.string().min(1) }).transform(({ email }) => ({ actor: email, isMachine: false })),
  z
    .object({ email: z.literal('').optional(), common_name: z.string().regex(/^[\w.-]{1,100}$/) })
    .transform(({ common_name }) => ({ actor: `service:${common_name}`, isMachine: true })),
])

/** Verifies an Access token: signature by the team's keys, issuer, audience and expiry; RS256 only. Its audience says for which brand. @throws KeysUnreadError */
async function accessIdentity(
  jwt: string,
  { issuer, audiences }: NonNullable<AdminSettings['access']>,
  requestId: string,
): Promise<Identity | null> {
  try {
    const { payload } = await jwtVerify(jwt, keyOf(issuer, requestId), {
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
    const claims = accessClaims.safeParse(payload)
    return scope && claims.success ? { ...claims.data, scope } : null
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    return null
  }
}
