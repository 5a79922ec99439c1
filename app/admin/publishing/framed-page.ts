import { brandIdOfLabel, brandWithId } from '../../../functions/brand/hosts'
import type { BoardName } from '../../../functions/contract/board'
import { brandIdOf } from '../../../functions/contract/scope'
import { readEntry } from '../../../functions/database/board-entry'
import { previewAddress } from '../../../functions/publishing/preview-addresses'
import type { PageContext } from '../frame/page'

/**
 * `GET /admin/notices/{id}/page`: the page of an entry as it is being written, for the editor's frame, which has to be of the admin's own
 * host: as the brand of the entry shows it. Where all brands show it, as that of the operator, or of the host. @throws NotFoundError
 */
export async function framedPage(c: PageContext, board: BoardName): Promise<Response> {
  const { env, scope, locale } = c.var
  const id = c.req.param('id') ?? ''
  const { white_label } = await readEntry(env.DB, scope, board, id)
  const framedBy = c.env.visitor.brandId
  const url = new URL(await previewAddress({ env, scope }, { board, id, language: locale, framedBy }), c.req.url)
  const brandId = brandIdOfLabel(white_label) ?? brandIdOf(scope) ?? framedBy
  if (brandId !== framedBy) url.hostname = new URL(brandWithId(brandId).origin).hostname
  return c.env.site(new Request(url))
}
