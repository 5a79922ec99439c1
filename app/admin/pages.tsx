import { Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import { admission, forEachBrand, requireScopedRoute } from './access/admission'
import { SIGN_OUT_PATH } from './access/session'
import { postSignOut } from './access/sign-out'
import { settings } from '../../functions/middleware/settings'
import {
  ForbiddenError,
  InvalidBodyError,
  NotFoundError,
  RateLimitError,
  StalledError,
  TooLargeError,
} from '../../functions/errors'
import { logFailure } from '../../functions/log'
import { destroyPage, inquiryFile, inquiryPage, inquiryPreview, postInquiryAction } from './inbox/inquiry-page'
import { exportInquiries, listPage } from './inbox/list-page'
import { exportPerson, peoplePage, postPeople } from './people/people-page'
import { postTelephone, telephonePage } from './inbox/telephone-page'
import { postSeveral } from './inbox/several'
import { downloadsPage, postDownloads } from './downloads/downloads-page'
import { logPage } from './log/log-page'
import { maintenancePage, postMaintenance } from './maintenance/maintenance-page'
import { overviewPage, postOverview } from './overview/overview-page'
import { LANGUAGE_PATH, OVERVIEW, postLanguage } from './frame/language'
import { addPosted, adminPage, type AdminPages, type PageContext } from './frame/page'
import { addAnswerPages } from './inbox/answer-posts'
import { addPublishingPages } from './publishing/pages'
import { textsIn } from './frame/texts'
import { holdsTyped, TypedAgain } from './frame/typed-again'

/** The operator's pages and their forms (docs/contract.md#9). */
export const pages = new Hono<AdminPages>()

pages.use(async (c, next) => {
  c.set('locale', c.env.locale)
  await next()
  c.header('cache-control', 'no-store')
  c.header('x-robots-tag', 'noindex, nofollow')
})
pages.use(admission, requireScopedRoute, settings)
addPosted(pages, LANGUAGE_PATH, postLanguage, () => OVERVIEW)
addPosted(pages, SIGN_OUT_PATH, postSignOut, () => OVERVIEW)

pages.get('/admin', forEachBrand, overviewPage)
pages.post('/admin', postOverview)
pages.get('/admin/inquiries', forEachBrand, listPage)
pages.post('/admin/inquiries', forEachBrand, postSeveral)
pages.get('/admin/inquiries.csv', forEachBrand, exportInquiries)
pages.get('/admin/inquiries/new', forEachBrand, telephonePage)
pages.post('/admin/inquiries/new', forEachBrand, postTelephone)
pages.get('/admin/inquiries/:receipt', forEachBrand, inquiryPage)
pages.post('/admin/inquiries/:receipt', forEachBrand, postInquiryAction)
addAnswerPages(pages)
pages.get('/admin/inquiries/:receipt/destroy', forEachBrand, destroyPage)
pages.get('/admin/inquiries/:receipt/files/:key', forEachBrand, inquiryFile)
pages.get('/admin/inquiries/:receipt/previews/:key', forEachBrand, inquiryPreview)
pages.get('/admin/people', forEachBrand, (c) => peoplePage(c))
pages.post('/admin/people', forEachBrand, postPeople)
pages.get('/admin/people.tar', forEachBrand, exportPerson)
pages.get('/admin/maintenance', maintenancePage)
pages.post('/admin/maintenance', postMaintenance)
pages.get('/admin/log', forEachBrand, logPage)
addPublishingPages(pages)
pages.get('/admin/downloads', forEachBrand, (c) => downloadsPage(c))
pages.post('/admin/downloads', forEachBrand, postDownloads)

/** Says why there is nothing, with what was typed for it, to be copied. */
const refusal = (name: 'not-found' | 'forbidden', status: 403 | 404) => (c: PageContext) => {
  const { posted, locale } = c.var
  const t = textsIn(locale, 'admin')
  return adminPage(
    c,
    { title: t(`${name}.title`), section: null, status },
    <div className="stack">
      <p>{t(`${name}.text`)}</p>
      {holdsTyped(posted) && <TypedAgain posted={posted} action={null} locale={locale} />}
    </div>,
  )
}
const notFound = refusal('not-found', 404)
const forbidden = refusal('forbidden', 403)
pages.notFound(notFound)

/** Of a form that did not arrive as it must, else of a failure of the site. */
const statusOf = (error: unknown) =>
  error instanceof InvalidBodyError ||
  error instanceof RateLimitError ||
  error instanceof StalledError ||
  error instanceof TooLargeError
    ? error.status
    : 500

pages.onError((error, c) => {
  // Nobody has been admitted yet: the Worker's own error page says nothing about the admin.
  if (!c.var.actor) throw error
  if (error instanceof NotFoundError) return notFound(c)
  if (error instanceof ForbiddenError) return forbidden(c)
  const { requestId } = c.env.visitor
  logFailure(
    'error',
    { requestId, method: c.req.method, path: matchedRoutes(c).at(-1)?.path ?? '', code: 'admin-page' },
    error,
  )
  const { posted, locale } = c.var
  const t = textsIn(locale, 'admin')
  const hasTyped = holdsTyped(posted)
  const { pathname, search } = new URL(c.req.url)
  return adminPage(
    c,
    { title: t('failed.title'), section: null, status: statusOf(error) },
    <div className="stack">
      <p>
        {t('failed.text', { id: requestId })} {!hasTyped && t('failed.again')}
      </p>
      {hasTyped && <TypedAgain posted={posted} action={posted.isWhole ? pathname + search : null} locale={locale} />}
    </div>,
  )
})
