import type { z } from 'zod'
import { MEGABYTE } from '../../contract/attachments.ts'
import { UpstreamError, UpstreamFailedError, UpstreamTimeoutError } from '../../errors.ts'
import type { UpstreamCall } from '../upstream.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'

/** Some 60,000 list rows. An isolate has 128 MB for the text, the objects and everything else. */
const ANSWER_MEGABYTES_MAX = 16

interface RequestOptions {
  method: string
  body?: BodyInit
  /** Added to the headers of every call. */
  headers?: Record<string, string>
  /** Carries the deadline. */
  signal: AbortSignal
  /** Name of the call in errors and log lines, if its path holds more than that. */
  name?: string
}

/** HTTP calls of the remote upstream. Paths are relative to `/api/`, such as `board/selectList`. */
export class HttpClient {
  readonly origin: string
  /** Deadline of one JSON call, from the first byte sent to the last byte read. */
  readonly timeoutMs: number
  readonly #breaker: CircuitBreaker | null

  /** @param breaker of what `postJson` reads; null where the caller has a schedule of its own */
  constructor(origin: string, timeoutMs: number, breaker: CircuitBreaker | null) {
    this.origin = origin
    this.timeoutMs = timeoutMs
    this.#breaker = breaker
  }

  /** Posts JSON and reads the answer, through the breaker. @throws UpstreamTimeoutError, UpstreamFailedError */
  postJson<S extends z.ZodType>(path: string, body: unknown, schema: S, call: UpstreamCall): Promise<z.output<S>> {
    const ask = () => this.#post(path, body, schema, call)
    return this.#breaker ? this.#breaker.run(ask) : ask()
  }

  async #post<S extends z.ZodType>(path: string, body: unknown, schema: S, call: UpstreamCall): Promise<z.output<S>> {
    const signal = AbortSignal.timeout(this.timeoutMs)
    const headers = { 'content-type': 'application/json' }
    const response = await this.request(path, { method: 'POST', body: JSON.stringify(body), headers, signal }, call)
    return readAnswer(response, path, schema, signal)
  }

  /**
   * Sends one request. Gives a 2xx response with its body unread; redirects are not followed and count as failures.
   * @throws UpstreamTimeoutError when the signal aborts first, else UpstreamFailedError with `upstreamStatus`.
   */
  async request(
    path: string,
    { headers, name = path, ...init }: RequestOptions,
    call: UpstreamCall,
  ): Promise<Response> {
    const response = await beforeDeadline(init.signal, name, () =>
      fetch(`${this.origin}/api/${path}`, {
        ...init,
        redirect: 'manual',
        headers: {
          accept: 'application/json',
          ...headers,
          'site-type': 'home',
          'white-label': call.whiteLabel,
          'x-request-id': call.requestId,
        },
      }),
    )
    if (response.ok) return response
    await response.body?.cancel()
    const error = new UpstreamFailedError(`${name} was answered ${response.status}.`)
    error.upstreamStatus = response.status
    throw error
  }
}

/** Reads and validates a JSON answer. @throws UpstreamTimeoutError, UpstreamFailedError */
export async function readAnswer<S extends z.ZodType>(
  response: Response,
  path: string,
  schema: S,
  signal: AbortSignal,
): Promise<z.output<S>> {
  const text = await beforeDeadline(signal, path, () => readText(response, path))
  const result = schema.safeParse(parseJson(text))
  if (result.success) return result.data
  const fields = result.error.issues.slice(0, 3).map((issue) => issue.path.map(String).join('.') || 'the whole')
  const error = new UpstreamFailedError(`${path} was answered with something else than expected: ${fields.join(', ')}.`)
  error.upstreamStatus = response.status
  throw error
}

async function readText(response: Response, path: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > ANSWER_MEGABYTES_MAX * MEGABYTE)
      throw new UpstreamFailedError(`${path} was answered with more than ${ANSWER_MEGABYTES_MAX} MB.`)
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

/** Runs one step of a call and turns its failure into an upstream error. */
async function beforeDeadline<T>(signal: AbortSignal, path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    if (cause instanceof UpstreamError) throw cause
    if (signal.aborted) throw new UpstreamTimeoutError(`${path} was not answered in time.`, { cause })
    throw new UpstreamFailedError(`${path} was not answered: the connection failed.`, { cause })
  }
}
