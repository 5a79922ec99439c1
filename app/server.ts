import {
  acceptPostedForm,
  answerApi,
  contentVersion,
  mayRead,
  pageCall,
  readPreview,
  readReceipt,
  receiveMail,
  receiveMailEvents,
  runScheduled,
  turnstileSiteKeys,
  withDeadlines,
} from '../functions'
import { answerAdmin } from './admin/answer-admin'
import { agreedVersions, legalPaths } from './features/legal/versions-in-force'
import { countOf } from './page-cache/counted-reads'
import { PageCache, sharedPages } from './page-cache/page-cache'
import { pageKey } from './page-cache/page-key'
import { ERROR_PATH, isPagePath, MAINTENANCE_PATH } from './render/page-path'
import { fallbackResponse } from './render/fallback-page'
import { renderPageOrError, type PageInput } from './render/render-page'
import { csrfCookie } from './request/csrf-cookie'
import { crashResponse } from './request/crash-response'
import { answerPostedForm, postedFormKind } from './request/posted-form-response'
import { announcedTimes, isAvailableInMaintenance, readMaintenance, retryAfter } from './request/maintenance-switch'
import { type Answer, pageResponse } from './request/page-response'
import { answerPreview } from './request/draft-preview'
import { answerPreferencePost } from './request/preference-cookies'
import { refusedMethod } from './request/refused-method'
import { staticFile } from './request/static-file'
import { resolveVisitor, type Visitor } from './request/resolve-visitor'
import { knownAddress } from './urls/known-parameters'
import { plainAddress } from './urls/plain-address'

export { CommandLine } from '../functions'

/** Set at build (app.config.ts); differs in every build. */
declare const __BUILD_ID__: string

/** The part of the Worker's env that pages use; functions/env.ts has all of it. */
interface PageEnv {
  ASSETS: Fetcher
  CACHE: KVNamespace
  PAGE_CACHE: string
}

const pages = new PageCache(sharedPages)

/** A request to the Worker. */
interface Call {
  request: Request
  url: URL
  env: PageEnv
  ctx: ExecutionContext
  visitor: Visitor
  requestId: string
}

/** Who answers which paths: the first one whose answer is not null. Every other path is a file or a page. */
const ENTRY_POINTS: [paths: RegExp, answer: (call: Call) => Promise<Response | null>][] = [
  [
    /^\/(?:api\/)?admin(?:\/|$)/,
    ({ request, env, ctx, visitor }) =>
      answerAdmin({
        request,
        env,
        ctx,
        visitor: visitor.api,
        locale: visitor.page.locale,
        site: (inner) => answer(inner, env, ctx),
      }),
  ],
  [
    /^\/(?:api(?:\/|$)|content\/|healthz$|readyz$)/,
    ({ request, env, ctx, visitor }) => answerApi(request, env, visitor.api, ctx),
  ],
]

/** Answers one request. Never throws. */
async function answer(request: Request, env: PageEnv, ctx: ExecutionContext): Promise<Response> {
  // In the response, and in every line of the log about the request.
  const requestId = crypto.randomUUID()
  try {
    const url = new URL(request.url)
    const visitor = resolveVisitor(request, turnstileSiteKeys(env), requestId, agreedVersions())
    const call = { request, url, env, ctx, visitor, requestId }
    for (const [paths, answerCall] of ENTRY_POINTS) {
      const answered = paths.test(url.pathname) ? await answerCall(call) : null
      if (answered) return answered
    }
    return await answerPage(call)
  } catch (error) {
    return crashResponse(error, request, requestId)
  }
}

/** Answers what is none of the other entry points': a file, a posted form or a page. */
async function answerPage({ request, url: asked, env, ctx, visitor, requestId }: Call): Promise<Response> {
  // So that no spelling is another page to the cache, or none of many to the limits.
  const url = plainAddress(asked)
  const respond = (parts: Answer) => pageResponse(parts, request, requestId)
  const preference = await answerPreferencePost(request)
  if (preference) return respond(preference)
  const form = postedFormKind(request, url.pathname)
  if (!form && request.method !== 'GET' && request.method !== 'HEAD')
    return respond(refusedMethod(request.method, url.pathname))
  const mayBePage = isPagePath(url.pathname)
  const file = mayBePage && (await staticFile(request, url.pathname, visitor.api.brandId, env.ASSETS))
  if (file) return respond(file)

  const call = pageCall(env, visitor.api, ctx)
  const { inForce: maintenance, upcoming } = await readMaintenance(env.CACHE, requestId)
  // The page of a receipt counts once, also where a maintenance asks for it first.
  let isCounted = false
  const mayAsk = () => {
    isCounted = true
    return mayRead(request, env, 'receipt ')
  }
  const askReceipt = (receipt: string) => readReceipt(call, receipt)
  const closed = maintenance !== null && !(await isAvailableInMaintenance(url, askReceipt, mayAsk))
  const path = closed ? MAINTENANCE_PATH : mayBePage ? null : ERROR_PATH
  const requested = path === null ? url : new URL(path + url.search, url)
  const address = knownAddress(requested, visitor.page.brand.features)
  const context: PageInput = {
    visitor: { ...visitor.page, upcoming: announcedTimes(upcoming) },
    countryDefault: visitor.countryDefault,
    functionalCookies: visitor.functionalCookies,
    call,
    maintenance: maintenance ?? upcoming,
  }
  // A form that is posted during a maintenance would be lost with what the visitor typed.
  if (form) {
    const submit = () => acceptPostedForm(form, request, env, visitor.api)
    const mayRender = () => mayRead(request, env, 'form ')
    return respond(await answerPostedForm(form, request, submit, context, requestId, mayRender))
  }
  const tooManyReads = () => fallbackResponse(visitor.page, 429)
  // A preview is in no cache.
  const isPreview = !closed && url.searchParams.has('preview')
  if (isPreview && !(await mayRead(request, env))) return respond(await tooManyReads())

  const preview = closed
    ? null
    : await answerPreview(request, url, context, (asked) => readPreview(env, asked), requestId)
  if (preview) return respond(preview)

  const { version, removals } = await contentVersion(env.CACHE, requestId)
  const read = await pages.read({
    key: pageKey(__BUILD_ID__, removals, context, address),
    version,
    mayRender: async () => {
      const count = countOf(address, context, legalPaths(visitor.page.brand.since?.day))
      return count === null || (isCounted && count === 'receipt ') || (await mayRead(request, env, count))
    },
    render: () => renderPageOrError(address, request, context, requestId),
    waitUntil: (work) => ctx.waitUntil(work),
    bypass: env.PAGE_CACHE === 'off',
  })
  if (!read) return respond(await tooManyReads())
  const { page, status } = read
  const headers = new Headers(page.headers)
  if (closed) {
    headers.set('retry-after', retryAfter(maintenance))
    // Without scripts the page that was asked for comes back at the announced end.
    headers.set('refresh', retryAfter(maintenance))
    return respond({ status: 503, headers, body: page.body })
  }
  headers.set('cache-status', status)
  headers.set('etag', page.etag)
  const cookie = csrfCookie(request, url.pathname, visitor.api.csrfToken)
  if (cookie) headers.set('set-cookie', cookie)
  return respond({ status: page.status, headers, body: page.body })
}

/** The Worker entry. */
export default {
  fetch(request, env, ctx) {
    const answered = answer(request, withDeadlines(env), ctx)
    // The platform drops the work for a client that has gone away, and what that work holds of the isolate would stay taken.
    ctx.waitUntil(answered)
    return answered
  },
  async scheduled({ cron, scheduledTime }, env) {
    // On a local site any web page can fire a cron, at a time that it names: what is not due yet must not be destroyed.
    await runScheduled(env, { cron, now: new Date(Math.min(scheduledTime, Date.now())) })
  },
  async email(message, env) {
    await receiveMail(env, message)
  },
  async queue(batch, env) {
    await receiveMailEvents(env, batch)
  },
} satisfies ExportedHandler<PageEnv>
