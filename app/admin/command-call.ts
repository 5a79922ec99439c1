import type { Context } from 'hono'
import { CONTENT_PROOF } from '../../functions/attachments/content-address'
import { contentProof } from '../../functions/attachments/preview-proof'
import { usableFiles } from '../../functions/database/content-file'
import type { InquiryCall } from '../../functions/commands/define-command'
import type { commands } from '../../functions/commands/table'
import type { AdminContext } from './access/admission'

type PublishCall = Parameters<typeof commands.publish.perform>[0]

/** On whose behalf a request has something done. */
export const callOf = <E extends AdminContext>(c: Context<E>): PublishCall & InquiryCall => ({
  env: c.var.env,
  actor: c.var.actor,
  scope: c.var.scope,
  requestId: c.env.visitor.requestId,
  now: new Date(),
  waitUntil: (work) => c.env.ctx.waitUntil(work),
  statusOf: (address, signal) => statusOf(c, address, signal),
})

const CONTENT = /^\/content\/([0-9a-f-]{36})\//

/** The status of a link: of the site itself as a visitor gets it, or of another one. */
async function statusOf<E extends AdminContext>(
  c: Context<E>,
  address: string,
  signal: AbortSignal,
): Promise<number | null> {
  const own = new URL(c.req.url).origin
  try {
    const url = new URL(address, own)
    const fileKey = CONTENT.exec(url.pathname)?.[1]
    // A file of a text that is not published yet.
    if (url.origin === own && fileKey && (await usableFiles(c.var.env.DB, c.var.scope, [fileKey])).has(fileKey))
      url.searchParams.set(CONTENT_PROOF, await contentProof(c.var.env.DB, c.env.visitor.brandId, fileKey))
    if (url.origin === own) return (await c.env.site(new Request(url))).status
    return (await fetch(url, { method: 'HEAD', signal })).status
  } catch {
    return null
  }
}
