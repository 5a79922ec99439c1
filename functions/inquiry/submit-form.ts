import { parse } from 'hono/utils/cookie'
import { v4, v5, validate } from 'uuid'
import type { ApiVisitor } from '../middleware/api-context.ts'
import { checkForm, inquiryOfForm, type CheckedForm, type FormFailure } from '../contract/form.ts'
import { HONEYPOT, TURNSTILE_TOKEN, type FileField, type FormAnswer, type FormKind } from '../contract/form-fields.ts'
import { inquiryBody } from '../contract/inquiry.ts'
import { parseEnv, SettingsError, type Env } from '../env.ts'
import { ApiError, CsrfError, InvalidBodyError, UpstreamFailedError, UpstreamTimeoutError } from '../errors.ts'
import { logFailure } from '../log.ts'
import { checkHuman } from './spam-check.ts'
import type { Remark } from './spam-signal.ts'
import { CSRF_COOKIE } from '../contract/csrf.ts'
import { comesFromOwnPage } from '../middleware/csrf.ts'
import { clientOf, takeFrom } from '../middleware/rate-limit.ts'
import { PostedForm } from './posted-form.ts'
import { sendOn } from '../attachments/staged-upload.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import { acceptInquiry } from '../routes/inquiry.ts'

/** A form failed at one of its fields. */
class FormError extends Error {
  readonly failure: FormFailure
  constructor(failure: FormFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/**
 * Takes a form that a browser posts without a script (contract: Forms): checks in the order of the spec, uploads each
 * field's files, and hands the inquiry to the outbox. A failing upload is named in the inquiry and the submission goes on.
 * Never throws: whatever fails becomes an outcome for the form's page.
 * @param raw the Worker's env as the runtime gives it
 */
export async function submitForm(
  kind: FormKind,
  request: Request,
  raw: object,
  visitor: ApiVisitor,
): Promise<FormAnswer> {
  let values: Record<string, string> = {}
  const fail = (status: number, field: string | null, message: string): FormAnswer => ({
    outcome: { kind, field, message, values, status },
  })
  try {
    if (!comesFromOwnPage(request)) throw new CsrfError('The form does not come from a page of its own origin.')
    const env = parseEnv(raw)
    const posted = new PostedForm(kind, env, clientOf(request))
    values = posted.values
    const form = await receive(kind, posted, request, env)
    const key = await keyOf(kind, posted, request)
    const remarks = await checkHuman({
      env,
      visitor,
      request,
      token: posted.hidden[TURNSTILE_TOKEN] ?? null,
      key,
    }).catch(async (error: unknown) => {
      await posted.discard()
      throw error
    })
    return await send({ form, posted, key, remarks, env, visitor })
  } catch (error) {
    if (error instanceof FormError) return fail(422, error.failure.field, error.failure.message)
    // A field that no person sees was filled in, or the body was none of a form: a failure of the form as a whole.
    if (error instanceof InvalidBodyError) return fail(422, null, error.code)
    if (error instanceof ApiError) return fail(error.status, null, error.code)
    logFailure(
      'error',
      {
        requestId: visitor.requestId,
        method: request.method,
        path: new URL(request.url).pathname,
        code: error instanceof SettingsError ? 'settings' : 'internal',
      },
      error,
    )
    return fail(500, null, 'internal')
  }
}

/** Reads and checks a form; of a form that fails no file is kept. @throws FormError, ApiError */
async function receive(kind: FormKind, posted: PostedForm, request: Request, env: Env): Promise<CheckedForm> {
  try {
    await posted.read(request)
    if (posted.hidden[HONEYPOT]) throw new InvalidBodyError([{ field: HONEYPOT, message: 'This must stay empty.' }])
    const checked = checkForm(kind, posted.values)
    if (checked.failure) throw new FormError(checked.failure)
    if (posted.failure) throw posted.failure.error ?? new FormError(posted.failure)
    await takeFrom(env.INQUIRY_LIMIT, clientOf(request))
    return checked.form
  } catch (error) {
    await posted.discard()
    throw error
  }
}

/** A form that has passed every check. */
interface Sending {
  form: CheckedForm
  posted: PostedForm
  key: string
  remarks: Remark[]
  env: Env
  visitor: ApiVisitor
}

async function send({ form, posted, key, remarks, env, visitor }: Sending): Promise<FormAnswer> {
  const references: Partial<Record<FileField, string>> = {}
  const heldIds: string[] = []
  const held: string[] = []
  for (const [field, { id, names }] of posted.uploads) {
    try {
      references[field] = await sendOn(env, upstreamOf(env), id, visitor)
    } catch (error) {
      if (!(error instanceof UpstreamFailedError || error instanceof UpstreamTimeoutError)) throw error
      logFailure(
        'warn',
        { requestId: visitor.requestId, method: 'POST', path: '/api/file/upload', code: error.code },
        error,
      )
      heldIds.push(id)
      held.push(...names)
    }
  }
  const version = posted.hidden.privacy_version ?? ''
  const inquiry = inquiryOfForm(form, {
    fileRefId: references.files ?? references.proposal_file ?? null,
    secondFileRefId: references.profile_file ?? null,
    heldFiles: heldIds,
    privacyVersion: /^\d{8}$/.test(version) ? version : null,
  })
  const { receipt } = await acceptInquiry({ inquiry: inquiryBody.parse(inquiry), env, visitor, key, remarks })
  return { receipt, held }
}

/**
 * The key under which an inquiry is accepted once. Without a script nobody can make one, so it is drawn from what is sent and
 * the token of this browser: an impatient second click is the same inquiry.
 */
async function keyOf(kind: FormKind, posted: PostedForm, request: Request): Promise<string> {
  const sent = posted.hidden.idempotency_key ?? ''
  if (validate(sent)) return sent.toLowerCase()
  const token = parse(request.headers.get('cookie') ?? '', CSRF_COOKIE)[CSRF_COOKIE] ?? ''
  return validate(token) ? v5(JSON.stringify([kind, posted.values, await posted.fileList()]), token) : v4()
}
