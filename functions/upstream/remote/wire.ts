import type { z } from 'zod'
import { MEGABYTE } from '../../contract/limits.ts'
import { UpstreamFailedError, UpstreamTimeoutError } from '../../errors.ts'
import type { UpstreamCall } from '../upstream.ts'

/** Where the remote upstream is and how long one call may take. */
export interface Wire {
  origin: string
  timeoutMs: number
}

/** A JSON answer may be this long; a whole board is well below it. */
const ANSWER_BYTES_MAX = 16 * MEGABYTE

/**
 * One JSON call of the upstream, from the first byte sent to the last byte read within the deadline.
 * @param path below `/api/`, such as `board/selectList`.
 * @throws UpstreamTimeoutError, UpstreamFailedError
 */
export async function postJson<S extends z.ZodType>(wire: Wire, path: string, body: unknown, answer: S, call: UpstreamCall): Promise<z.output<S>> {
  const signal = AbortSignal.timeout(wire.timeoutMs)
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' }, signal }
  return readAnswer(await exchange(wire, path, init, call), path, answer, signal)
}

/**
 * Sends one request and gives the upstream's answer if it is a 2xx, its body unread.
 * Redirects are never followed: they are not a 2xx.
 * @param init `signal` carries the deadline, `headers` come on top of the ones every call carries (spec 7).
 * @throws UpstreamTimeoutError when the signal fires first, else UpstreamFailedError with `upstreamStatus`.
 */
export async function exchange(
  wire: Wire,
  path: string,
  init: { method: string; body?: BodyInit; headers?: Record<string, string>; signal: AbortSignal },
  call: UpstreamCall,
): Promise<Response> {
  const headers = {
    accept: 'application/json',
    ...init.headers,
    'site-type': 'home',
    'white-label': call.whiteLabel,
    'x-request-id': call.requestId,
    ...(call.idempotencyKey && { 'idempotency-key': call.idempotencyKey }),
  }
  const response = await before(init.signal, path, () => fetch(`${wire.origin}/api/${path}`, { ...init, headers, redirect: 'manual' }))
  if (response.ok) return response
  await response.body?.cancel()
  const error = new UpstreamFailedError(`${path} was answered ${response.status}.`)
  error.upstreamStatus = response.status
  throw error
}

/** Reads and checks a JSON answer. @throws UpstreamTimeoutError, UpstreamFailedError where it does not parse. */
export async function readAnswer<S extends z.ZodType>(response: Response, path: string, answer: S, signal: AbortSignal): Promise<z.output<S>> {
  const text = await before(signal, path, () => readText(response))
  const result = answer.safeParse(parseJson(text))
  if (result.success) return result.data
  const fields = result.error.issues.slice(0, 3).map((issue) => issue.path.map(String).join('.') || 'the whole')
  throw new UpstreamFailedError(`${path} was answered with something else than expected: ${fields.join(', ')}.`)
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > ANSWER_BYTES_MAX) throw new RangeError('answer too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Runs one step of an exchange; what breaks it is named after the deadline or after the upstream. */
async function before<T>(signal: AbortSignal, path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    if (signal.aborted) throw new UpstreamTimeoutError(`${path} was not answered in time.`, { cause })
    throw new UpstreamFailedError(`${path} was not answered: the connection failed.`, { cause })
  }
}
