import type { Envelope } from '../../functions/contract/board'
import { CSRF_COOKIE, CSRF_HEADER } from '../../functions/contract/csrf'
import type { FileRecord } from '../../functions/contract/attachments'
import type { FormInquiry } from '../../functions/contract/check-form'
import { TURNSTILE_TOKEN } from '../../functions/contract/spam-signals'
import { type FileField } from '../../functions/contract/form-files'
import type { Receipt } from '../../functions/contract/inquiry-body'
import type { ErrorCode, Problem } from '../../functions/contract/problem'
import { LOCALE_QUERY } from '../i18n/locale'

/** Deadlines of the browser: what a visitor waits for a page's data (docs/specification.md#7), and for the calls that send an inquiry. */
const READ_MS = 1000
const SENDING_MS = 20_000
/** How long a form waits before it takes the line for dead. */
const REACH_MS = 5000

/** A call that the API refused, or that got no answer. */
export class ApiFailure extends Error {
  /** 0 where there was no answer. */
  readonly status: number
  readonly problem: Partial<Problem>
  /** The form field whose files were refused. */
  readonly field: FileField | undefined

  constructor(status: number, problem: Partial<Problem> = {}, field?: FileField) {
    super(`The API answered ${status}.`)
    this.name = 'ApiFailure'
    this.status = status
    this.problem = problem
    this.field = field
  }

  /** Both catalogues have a sentence for each code (`error:code.…`). */
  get code(): ErrorCode {
    return this.problem.code ?? (this.status === 0 ? 'upstream-failed' : 'internal')
  }
}

const csrfToken = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${CSRF_COOKIE}=`))
    ?.slice(CSRF_COOKIE.length + 1)

/**
 * Makes sure that the browser has the cookie with the token: a form that the app has navigated to came without one.
 * @returns false where the browser refuses cookies
 */
export async function ensureCsrfToken(): Promise<boolean> {
  if (csrfToken() === undefined) await fetch(location.href, { method: 'HEAD' }).catch(() => undefined)
  return csrfToken() !== undefined
}

/** Whether the site answers at all. A script that cannot be loaded does not tell a lost line from a file that a deploy has removed. */
export const isReachable = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(REACH_MS) }).then(
    () => true,
    () => false,
  )

/**
 * Headers of every call of the browser: those of the specification (docs/specification.md#7), whose values the edge derives from the host and
 * never reads, and the proof that the call comes from a page of this site (docs/contract.md#5).
 */
export function callHeaders(): Record<string, string> {
  const token = csrfToken()
  return {
    'site-type': 'home',
    'white-label': document.documentElement.dataset.whiteLabel ?? '',
    ...(token !== undefined && { [CSRF_HEADER]: token }),
  }
}

interface Call {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

async function call<T>(path: string, init: Call, deadlineMs = READ_MS): Promise<T> {
  const headers = { ...init.headers, ...callHeaders() }
  const response = await fetch(path, { ...init, headers, signal: AbortSignal.timeout(deadlineMs) }).catch(noAnswer)
  const body = await response.json<unknown>().catch((error: unknown) => (isTimeout(error) ? noAnswer(error) : null))
  if (!response.ok || body === null) throw new ApiFailure(response.status, body ?? {})
  return body as T
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'
function noAnswer(error: unknown): never {
  throw new ApiFailure(0, isTimeout(error) ? { code: 'upstream-timeout' } : {})
}

/** A GET of the API. @throws ApiFailure */
export const get = <T>(path: string): Promise<T> => call<T>(path, { method: 'GET' })

/** A POST of the API. @throws ApiFailure */
export const post = <T>(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  deadlineMs?: number,
): Promise<T> =>
  call<T>(
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    },
    deadlineMs,
  )

export const dataOf = async <T>(answer: Promise<Envelope<T>>): Promise<T> => (await answer).data

/** What the browser sends: the checked form, references of its uploads, and the privacy policy and period agreed to. */
export type InquiryRequest = FormInquiry & {
  file_ref_id: string | null
  file_ref_id_homepage: string | null
  held_files: string[]
  privacy_version: string | null
  processed_months: number
  /** What a field that people do not see was filled in with. */
  website?: string
}

/** The call has the language of its page: the cookie and the header may name another one. */
function languageInAddress(): string {
  const language = new URLSearchParams(location.search).get(LOCALE_QUERY)
  return language === null ? '' : `?${new URLSearchParams({ [LOCALE_QUERY]: language }).toString()}`
}

/** What the browser sends; files go by `upload.ts`, and what pages read is in `reads.ts`. Every method throws ApiFailure. */
export const api = {
  selectFiles: (file_id: string) =>
    dataOf(post<Envelope<FileRecord[]>>('/api/file/select', { file_id }, {}, SENDING_MS)),
  /** @param token Turnstile's, or null */
  postInquiry: (body: InquiryRequest, idempotencyKey: string, token: string | null) =>
    dataOf(
      post<Envelope<Receipt>>(
        `/api/board/inquiry${languageInAddress()}`,
        body,
        { 'idempotency-key': idempotencyKey, ...(token && { [TURNSTILE_TOKEN]: token }) },
        SENDING_MS,
      ),
    ),
}
