import { SettingsError } from './env.ts'
import { ApiError } from './errors.ts'

/** What a log line says about the request it belongs to. Nothing in it names a person. */
export interface FailedRequest {
  requestId: string
  method: string
  path: string
  /** An ErrorCode, `settings` for a faulty configuration, or the name of a background job's failure. */
  code: string
}

/**
 * Writes one structured line about a failure.
 * The sentence of an error of our own is safe to log. A foreign error's sentence may quote the visitor's input
 * (JSON.parse does), so only its class and the places it passed through are written.
 */
export function logFailure(level: 'warn' | 'error', { requestId, ...request }: FailedRequest, error: unknown): void {
  console[level](JSON.stringify({ level, request_id: requestId, ...request, ...describe(error) }))
}

function describe(error: unknown): { error: string; reason?: string; stack?: string[]; cause?: string } {
  if (!(error instanceof Error)) return { error: typeof error }
  if (error instanceof ApiError || error instanceof SettingsError) {
    const cause = error.cause instanceof Error ? error.cause.name : undefined
    return { error: error.constructor.name, reason: error.message, ...(cause && { cause }) }
  }
  const frames = (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
  return { error: error.name, stack: frames.slice(0, 8) }
}
