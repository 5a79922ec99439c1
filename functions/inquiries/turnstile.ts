import { v5 } from 'uuid'
import { z } from 'zod'
import { secretOf } from '../contract/site-keys.ts'
import { type Env, SettingsError } from '../env.ts'
import { UpstreamFailedError } from '../errors.ts'
import { logFailure } from '../log.ts'

/** Longer than the upstream's deadline, because the verifier is on the internet. */
const DEADLINE_MS = 2500
const TOKEN_MAX = 2048

/** Error codes about the token itself. All others are faults of the settings or of the verifier. */
const TOKEN_ERRORS = ['invalid-input-response', 'missing-input-response', 'timeout-or-duplicate']

const answer = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

/**
 * `unknown`: the token could not be verified, for a reason that is not the visitor's. None of them refuses an inquiry: they become spam
 * signals (spam-check.ts).
 */
export type Verdict = 'human' | 'refused' | 'unknown'

/** The verifier gave no verdict. The message is logged, so it must not quote the visitor. */
class NoVerdictError extends UpstreamFailedError {}

/**
 * Verifies a Turnstile token with Cloudflare's siteverify (or TURNSTILE_VERIFY_URL). Sends neither the visitor's IP address nor anything
 * of the inquiry. Never throws: every failure is logged and gives the verdict `unknown`.
 * @param siteKey of the widget that made the token; each has a secret of its own
 * @param key the inquiry's; the verifier accepts a redeemed token again for the same inquiry
 */
export async function verifyToken(
  env: Pick<Env, 'TURNSTILE_SECRETS' | 'TURNSTILE_VERIFY_URL'>,
  { siteKey, token, key, requestId }: { siteKey: string; token: string; key: string; requestId: string },
): Promise<Verdict> {
  if (token.length > TOKEN_MAX) return 'refused'
  try {
    const secret = secretOf(env.TURNSTILE_SECRETS, siteKey)
    if (secret === null)
      throw new SettingsError(
        `TURNSTILE_SECRETS has no secret for the site key ${siteKey}; set all with: npx wrangler secret put TURNSTILE_SECRETS`,
      )
    const { success, 'error-codes': errors } = await siteverify(env.TURNSTILE_VERIFY_URL, {
      secret,
      response: token,
      idempotency_key: v5(token, key),
    })
    if (success) return 'human'
    if (errors.some((code) => TOKEN_ERRORS.includes(code))) return 'refused'
    throw new NoVerdictError(
      `The verifier rejected the request: ${errors.filter((code) => /^[a-z-]{1,40}$/.test(code)).join(', ')}.`,
    )
  } catch (error) {
    logFailure('warn', { requestId, method: 'POST', path: 'siteverify', code: 'turnstile' }, error)
    return 'unknown'
  }
}

async function siteverify(url: string, body: Record<string, string>): Promise<z.infer<typeof answer>> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
  const parsed = answer.safeParse(await response.json())
  if (!parsed.success) throw new NoVerdictError(`The verifier answered ${response.status} without a verdict.`)
  return parsed.data
}
