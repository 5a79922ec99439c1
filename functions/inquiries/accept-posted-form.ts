import { signNames } from '../attachments/signed-reference.ts'
import { brandWithId } from '../brand/hosts.ts'
import type { FormKind } from '../contract/form-fields.ts'
import type { FormOutcome } from '../contract/form-outcome.ts'
import { consentedMonths, processedMonths } from '../contract/retention.ts'
import { parseEnv, SettingsError } from '../env.ts'
import { ApiError, CsrfError, InvalidBodyError, PolicyChangedError } from '../errors.ts'
import { ifKnown } from '../http/optional-value.ts'
import { logFailure } from '../log.ts'
import type { ApiVisitor } from '../contract/api-visitor.ts'
import { comesFromOwnPage } from '../contract/csrf.ts'
import { accept } from './accept.ts'
import { FormError, PostedForm } from './read-posted-form.ts'

/** An accepted form. @property held signed names of the files that are staged, null without any */
export interface SentForm {
  receipt: string
  held: string | null
}

/**
 * Takes a form that a browser posts without a script (docs/contract.md#6). Never throws: every failure becomes an outcome for the
 * form's page.
 * @param raw the Worker's env as the runtime gives it
 */
export async function acceptPostedForm(
  kind: FormKind,
  request: Request,
  raw: object,
  visitor: ApiVisitor,
): Promise<SentForm | FormOutcome> {
  const posted = new PostedForm(kind, request)
  const failed = { requestId: visitor.requestId, method: request.method, path: new URL(request.url).pathname }
  try {
    if (!comesFromOwnPage(request)) throw new CsrfError('The form does not come from a page of its own origin.')
    const env = parseEnv(raw)
    const inquiry = await posted.read(env)
    const { turnstileToken, uploads } = posted
    const submission = { env, visitor, inquiry, ...posted.key(visitor.csrfToken), turnstileToken, uploads }
    const { receipt, held } = await accept(submission)
    if (held.length === 0) return { receipt, held: null }
    // Nothing that fails now may tell an accepted form as failed: without its keys the page names no files.
    const names = await ifKnown(env.UPSTREAM_TIMEOUT_MS, signNames(env, receipt, held), { ...failed, code: 'names' })
    return { receipt, held: names ?? null }
  } catch (error) {
    const outcome = (status: number, message: string, field: string | null = null): FormOutcome => ({
      kind,
      field,
      message,
      values: posted.values,
      notKept: posted.fileNames,
      status,
    })
    // The page that comes back shows another policy or period.
    const months = processedMonths(brandWithId(visitor.brandId))
    const isOtherPeriod = consentedMonths(posted.agreedMonths, months) !== months
    if (isOtherPeriod || error instanceof PolicyChangedError) delete posted.values.privacy_consent
    if (error instanceof FormError) {
      const { message, field, refused } = error
      return { ...outcome(422, message, field), ...(refused && { refused }) }
    }
    if (error instanceof ApiError) {
      if (error.status >= 500) logFailure('warn', { ...failed, code: error.code }, error)
      const retryAfter = error.headers['retry-after']
      return {
        ...outcome(error instanceof InvalidBodyError ? 422 : error.status, error.code),
        ...(retryAfter !== undefined && { retryAfter }),
      }
    }
    logFailure('error', { ...failed, code: error instanceof SettingsError ? 'settings' : 'internal' }, error)
    return outcome(500, 'internal')
  }
}
