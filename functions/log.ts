import { SettingsError } from './env.ts'
import { ApiError } from './errors.ts'

const STACK_FRAMES_MAX = 8

/** The request that a log line belongs to. No field may name a person. */
export interface FailedRequest {
  requestId: string | null
  /** An ErrorCode, `settings` for a configuration fault, or the name of a failed step. */
  code: string
  method?: string
  path?: string
  [field: string]: unknown
}

/**
 * Writes one structured log line about a failure.
 * The message of our own errors is logged. A foreign error's message may quote the visitor's input (JSON.parse does),
 * so only its class and stack frames are logged.
 */
export function logFailure(level: 'warn' | 'error', { requestId, ...request }: FailedRequest, error: unknown): void {
  console[level](JSON.stringify({ level, request_id: requestId, ...request, ...describe(error) }))
}

/** Writes the line of a call that has failed, unless it was refused for what was sent. @param request without its code, which the failure has */
export function logFailedCall(request: { requestId: string; method: string; path: string }, error: unknown): void {
  if (!(error instanceof ApiError))
    logFailure('error', { ...request, code: error instanceof SettingsError ? 'settings' : 'internal' }, error)
  else if (error.status >= 500) logFailure('warn', { ...request, code: error.code }, error)
}

const LOGGED_EVERY_MS = 60_000
const loggedAt = new Map<string, number>()

/** Writes the line of a failure that every request may meet, once a minute in each isolate. @param method what was called, such as `KV` */
export function logOnceAMinute(method: string, code: string, error: unknown): void {
  const now = Date.now()
  if (now - (loggedAt.get(code) ?? -Infinity) < LOGGED_EVERY_MS) return
  loggedAt.set(code, now)
  logFailure('error', { requestId: null, method, code }, error)
}

function describe(error: unknown): { error: string; reason?: string; stack?: string[]; cause?: string } {
  if (!(error instanceof Error)) return { error: typeof error }
  if (error instanceof ApiError || error instanceof SettingsError) {
    const cause = error.cause instanceof Error ? error.cause.name : undefined
    return { error: error.constructor.name, reason: error.message, ...(cause && { cause }) }
  }
  const frames = (error.stack ?? '').split('\n').map((line) => line.trim())
  return { error: error.name, stack: frames.filter((line) => line.startsWith('at ')).slice(0, STACK_FRAMES_MAX) }
}
