import { v5 } from 'uuid'
import { z } from 'zod'
import { type Env, SettingsError } from '../env.ts'
import { UpstreamFailedError } from '../errors.ts'
import { logFailure } from '../log.ts'

/** Not the upstream's deadline: this one is on the internet. */
const DEADLINE_MS = 2500
const TOKEN_MAX = 2048

/** Faults of the token itself; every other one is the operator's or the verifier's own. */
const FAULTS_OF_TOKEN = ['invalid-input-response', 'missing-input-response', 'timeout-or-duplicate']

const answer = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

/** `unknown`: whether a person sent it could not be found out; that is never the visitor's fault. */
export type Verdict = 'human' | 'refused' | 'unknown'

/** The verifier gave no verdict; the message says why, and quotes nothing of the visitor's. */
class NoVerdictError extends UpstreamFailedError {}

export interface TurnstileQuestion {
  token: string
  /** Key of the inquiry that the token came with: the same two may be asked about again. */
  key: string
  requestId: string
}

/**
 * Asks Cloudflare's siteverify, or whatever TURNSTILE_VERIFY_URL names, whether a Turnstile token is good. Neither the visitor's address nor
 * anything of the inquiry is sent along. Never throws: whatever goes wrong is a line in the log and the verdict `unknown`.
 */
export async function verifyToken(
  env: Pick<Env, 'TURNSTILE_SECRET' | 'TURNSTILE_VERIFY_URL'>,
  { token, key, requestId }: TurnstileQuestion,
): Promise<Verdict> {
  if (token.length > TOKEN_MAX) return 'refused'
  try {
    if (env.TURNSTILE_SECRET === '')
      throw new SettingsError(
        'A brand asks for Turnstile, but TURNSTILE_SECRET is not set; set it with: npx wrangler secret put TURNSTILE_SECRET',
      )
    const { success, 'error-codes': faults } = await ask(env.TURNSTILE_VERIFY_URL, {
      secret: env.TURNSTILE_SECRET,
      response: token,
      idempotency_key: v5(token, key),
    })
    if (success) return 'human'
    if (faults.some((fault) => FAULTS_OF_TOKEN.includes(fault))) return 'refused'
    throw new NoVerdictError(
      `The verifier found fault with the question: ${faults.filter((fault) => /^[a-z-]{1,40}$/.test(fault)).join(', ')}.`,
    )
  } catch (error) {
    logFailure('warn', { requestId, method: 'POST', path: 'siteverify', code: 'turnstile' }, error)
    return 'unknown'
  }
}

async function ask(address: string, question: Record<string, string>): Promise<z.infer<typeof answer>> {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(question),
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
  const parsed = answer.safeParse(await response.json())
  if (!parsed.success)
    throw new NoVerdictError(`The verifier answered ${response.status} with something else than a verdict.`)
  return parsed.data
}
