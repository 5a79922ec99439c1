import type { z } from 'zod'
import { MEGABYTE } from '../../contract/limits.ts'
import type { Rows } from '../../lists/rows.ts'
import { UpstreamFailedError, UpstreamTimeoutError } from '../../errors.ts'
import type { UpstreamCall } from '../upstream.ts'
import { readRows } from './row-stream.ts'

/** Where the remote upstream is and how long one call may take. */
export interface Wire {
  origin: string
  timeoutMs: number
}

/** A JSON answer may be this long. */
const ANSWER_BYTES_MAX = 16 * MEGABYTE
/** A list is read row by row, so it may be longer: some 250,000 rows. */
const LIST_BYTES_MAX = 64 * MEGABYTE

/**
 * One JSON call of the upstream, from the first byte sent to the last byte read within the deadline.
 * @param path below `/api/`, such as `board/selectList`.
 * @throws UpstreamTimeoutError, UpstreamFailedError
 */
export async function postJson<S extends z.ZodType>(
  wire: Wire,
  path: string,
  body: unknown,
  answer: S,
  call: UpstreamCall,
): Promise<z.output<S>> {
  const { init, signal } = jsonPost(wire, body)
  return readAnswer(await exchange(wire, path, init, call), path, answer, signal)
}

/**
 * The same for an answer that is a list and may be long: `row` is the schema of one row.
 * @throws UpstreamTimeoutError, UpstreamFailedError
 */
export async function postForRows<S extends z.ZodType>(
  wire: Wire,
  path: string,
  body: unknown,
  row: S,
  call: UpstreamCall,
): Promise<Rows<z.output<S>>> {
  const { init, signal } = jsonPost(wire, body)
  const response = await exchange(wire, path, init, call)
  const check = (value: unknown): z.output<S> => {
    const result = row.safeParse(value)
    if (result.success) return result.data
    throw unexpected(path, result.error)
  }
  return before(signal, path, async () => {
    try {
      return await readRows(textOf(response, LIST_BYTES_MAX), check)
    } catch (cause) {
      throw cause instanceof SyntaxError || cause instanceof TypeError
        ? new UpstreamFailedError(`${path} was answered with something else than a list.`, { cause })
        : cause
    }
  })
}

function jsonPost(wire: Wire, body: unknown) {
  const signal = AbortSignal.timeout(wire.timeoutMs)
  return {
    signal,
    init: { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' }, signal },
  }
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
  const response = await before(init.signal, path, () =>
    fetch(`${wire.origin}/api/${path}`, { ...init, headers, redirect: 'manual' }),
  )
  if (response.ok) return response
  await response.body?.cancel()
  const error = new UpstreamFailedError(`${path} was answered ${response.status}.`)
  error.upstreamStatus = response.status
  throw error
}

/** Reads and checks a JSON answer. @throws UpstreamTimeoutError, UpstreamFailedError where it does not parse. */
export async function readAnswer<S extends z.ZodType>(
  response: Response,
  path: string,
  answer: S,
  signal: AbortSignal,
): Promise<z.output<S>> {
  const text = await before(signal, path, () => readText(response))
  const result = answer.safeParse(parseJson(text))
  if (result.success) return result.data
  throw unexpected(path, result.error)
}

function unexpected(path: string, { issues }: z.ZodError): UpstreamFailedError {
  const fields = issues.slice(0, 3).map((issue) => issue.path.map(String).join('.') || 'the whole')
  return new UpstreamFailedError(`${path} was answered with something else than expected: ${fields.join(', ')}.`)
}

async function readText(response: Response): Promise<string> {
  let text = ''
  for await (const chunk of textOf(response, ANSWER_BYTES_MAX)) text += chunk
  return text
}

/** @throws RangeError beyond `bytesMax` */
async function* textOf(response: Response, bytesMax: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw new RangeError('answer too long')
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
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
    if (cause instanceof UpstreamFailedError) throw cause
    if (signal.aborted) throw new UpstreamTimeoutError(`${path} was not answered in time.`, { cause })
    throw new UpstreamFailedError(`${path} was not answered: the connection failed.`, { cause })
  }
}
