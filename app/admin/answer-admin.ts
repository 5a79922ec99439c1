import type { ApiVisitor } from '../../functions/contract/api-visitor'
import type { Locale } from '../i18n/locale'
import { announcedTimes, readMaintenance } from '../request/maintenance-switch'
import { pageResponse } from '../request/page-response'
import { adminSettings } from './access/admin-settings'

/** A request to the admin, and who sends it. */
interface AdminCall {
  request: Request
  /** The Worker's env as the runtime gives it. */
  env: { CACHE: KVNamespace }
  ctx: ExecutionContext
  visitor: ApiVisitor
  locale: Locale
  /** Answers a request as the Worker answers a visitor. */
  site(request: Request): Promise<Response>
}

/** Answers `/admin`, `/api/admin` and what is below them (docs/contract.md#9). Null where there is no admin: the address is an unknown one. */
export async function answerAdmin({ request, env, ctx, visitor, locale, site }: AdminCall): Promise<Response | null> {
  const { requestId } = visitor
  const admin = adminSettings(env)
  if (!admin) return null
  const bindings = { raw: env, visitor, ctx, admin, locale, site }
  // Imported on first use: visitors do not need it.
  if (new URL(request.url).pathname.startsWith('/api/')) {
    const { adminApi } = await import('./api')
    return adminApi.fetch(request, bindings, ctx)
  }
  const { pages } = await import('./pages')
  const { upcoming } = await readMaintenance(env.CACHE, requestId)
  const answer = await pages.fetch(request, { ...bindings, upcoming: announcedTimes(upcoming) }, ctx)
  return pageResponse(answer, request, requestId)
}
