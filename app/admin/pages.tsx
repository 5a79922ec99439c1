import { Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import { admission } from './access/admission'
import { SIGN_OUT_PATH } from './access/session'
import { postSignOut } from './access/sign-out'
import { settings } from '../../functions/middleware/settings'
import { NotFoundError } from '../../functions/errors'
import { logFailure } from '../../functions/log'
import { destroyPage, inquiryFile, inquiryPage, inquiryPreview, postInquiryAction } from './inbox/inquiry-page'
import { exportInquiries, listPage } from './inbox/list-page'
import { postSeveral } from './inbox/several'
import { downloadsPage, postDownloads } from './downloads/downloads-page'
import { logPage } from './log/log-page'
import { maintenancePage, postMaintenance } from './maintenance/maintenance-page'
import { overviewPage, postOverview } from './overview/overview-page'
import { ARRIVALS_SCRIPT, arrivalsScript } from './frame/arrivals-script'
import { LANGUAGE_PATH, postLanguage } from './frame/language'
import { adminPage, type AdminPages, type PageContext } from './frame/page'
import { addAnswerPages } from './inbox/answer-posts'
import { addPublishingPages } from './publishing/pages'
import { adminTexts } from './frame/texts'

/** The operator's pages and their forms (docs/contract.md#9). */
export const pages = new Hono<AdminPages>()

pages.use(async (c, next) => {
  c.set('locale', c.env.locale)
  c.set('t', adminTexts(c.env.locale).getFixedT(null, 'admin'))
  await next()
  c.header('cache-control', 'no-store')
  c.header('x-robots-tag', 'noindex, nofollow')
})
pages.use(admission, settings)
pages.post(LANGUAGE_PATH, postLanguage)
pages.post(SIGN_OUT_PATH, postSignOut)

pages.get('/admin', overviewPage)
pages.post('/admin', postOverview)
pages.get('/admin/inquiries', listPage)
pages.post('/admin/inquiries', postSeveral)
pages.get('/admin/inquiries.csv', exportInquiries)
pages.get(ARRIVALS_SCRIPT, (c) => c.body(arrivalsScript(), 200, { 'content-type': 'text/javascript; charset=utf-8' }))
pages.get('/admin/inquiries/:receipt', inquiryPage)
pages.post('/admin/inquiries/:receipt', postInquiryAction)
addAnswerPages(pages)
pages.get('/admin/inquiries/:receipt/destroy', destroyPage)
pages.get('/admin/inquiries/:receipt/files/:key', inquiryFile)
pages.get('/admin/inquiries/:receipt/previews/:key', inquiryPreview)
pages.get('/admin/maintenance', maintenancePage)
pages.post('/admin/maintenance', postMaintenance)
pages.get('/admin/log', logPage)
addPublishingPages(pages)
pages.get('/admin/downloads', (c) => downloadsPage(c))
pages.post('/admin/downloads', postDownloads)

const notFound = (c: PageContext) => {
  const { t } = c.var
  return adminPage(c, { title: t('not-found.title'), section: null, status: 404 }, <p>{t('not-found.text')}</p>)
}
pages.notFound(notFound)
pages.onError((error, c) => {
  // Nobody has been admitted yet: the Worker's own error page says nothing about the admin.
  if (!c.var.actor) throw error
  if (error instanceof NotFoundError) return notFound(c)
  const { requestId } = c.env.visitor
  logFailure(
    'error',
    { requestId, method: c.req.method, path: matchedRoutes(c).at(-1)?.path ?? '', code: 'admin-page' },
    error,
  )
  const { t } = c.var
  return adminPage(
    c,
    { title: t('failed.title'), section: null, status: 500 },
    <p>{t('failed.text', { id: requestId })}</p>,
  )
})
