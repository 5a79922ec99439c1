import type { Context } from 'hono'
import type { commands } from '../../functions/commands/table'
import type { AdminContext } from './access/admission'

type PublishCall = Parameters<typeof commands.publish.perform>[0]
type InquiryCall = Parameters<typeof commands.show.perform>[0]

/** On whose behalf a request has something done. */
export const callOf = <E extends AdminContext>(c: Context<E>): PublishCall & InquiryCall => ({
  env: c.var.env,
  actor: c.var.actor,
  requestId: c.env.visitor.requestId,
  now: new Date(),
  statusOf: (address, signal) => statusOf(c, address, signal),
})

/** The status of a link: of the site itself as a visitor gets it, or of another one. */
async function statusOf<E extends AdminContext>(
  c: Context<E>,
  address: string,
  signal: AbortSignal,
): Promise<number | null> {
  const own = new URL(c.req.url).origin
  try {
    const url = new URL(address, own)
    if (url.origin === own) return (await c.env.site(new Request(url))).status
    return (await fetch(url, { method: 'HEAD', signal })).status
  } catch {
    return null
  }
}
