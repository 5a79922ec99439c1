import type { Envelope } from '../../../functions/contract/board'
import { CSRF_COOKIE, CSRF_HEADER } from '../../../functions/contract/csrf'
import type { ErrorCode, Problem } from '../../../functions/contract/problem'

/** JSON calls have their answer within the edge's own deadlines; this only ends a dead line. */
const JSON_DEADLINE_MS = 20_000

/** A call that the edge refused, or that never reached it (`network-alert`). */
export class Refusal extends Error {
  /** 0 where there was no answer at all. */
  readonly status: number
  readonly code: ErrorCode | 'network-alert'
  readonly problem: Partial<Problem>
  constructor(status: number, problem: Partial<Problem>) {
    super(`The edge answered ${status}.`)
    this.name = 'Refusal'
    this.status = status
    this.problem = problem
    this.code = status === 0 ? 'network-alert' : (problem.code ?? 'internal')
  }
}

/** The proof that a call comes from our own page (contract: CSRF). */
export function csrfHeaders(): Record<string, string> {
  const token = new RegExp(`(?:^|; )${CSRF_COOKIE}=([^;]*)`).exec(document.cookie)?.[1]
  return token ? { [CSRF_HEADER]: token } : {}
}

/** @throws Refusal */
export async function postJson<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(`/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...csrfHeaders(), ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(JSON_DEADLINE_MS),
    })
  } catch {
    // The line is down or dead: fetch knows no other failure.
    throw new Refusal(0, {})
  }
  const text = await answer.text()
  if (!answer.ok) throw new Refusal(answer.status, parsed<Partial<Problem>>(text) ?? {})
  const envelope = parsed<Envelope<T>>(text)
  if (!envelope) throw new Refusal(answer.status, {})
  return envelope.data
}

/** A JSON text, or null where something on the way answered with something else. */
export function parsed<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}
