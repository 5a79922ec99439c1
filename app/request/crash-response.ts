import { logFailure } from '../../functions/log'
import { fallbackResponse } from '../render/fallback-page'
import { pageResponse } from './page-response'
import { resolveVisitor } from './resolve-visitor'

/** The answer where answering has failed: the fallback page with status 500. Writes the failure to the log. */
export async function crashResponse(error: unknown, request: Request, requestId: string): Promise<Response> {
  // A path may hold a receipt or a file's key, so the log has only its first part.
  const path = `/${new URL(request.url).pathname.split('/')[1] === 'api' ? 'api/' : ''}*`
  logFailure('error', { requestId, method: request.method, path, code: 'unhandled' }, error)
  const page = await fallbackResponse(resolveVisitor(request, '', requestId).page, 500)
  return pageResponse(page, request, requestId)
}
