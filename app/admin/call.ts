import type { Context } from 'hono'
import type { commands } from '../../functions/commands/table'
import type { AdminContext } from './access/admission'

type PublishCall = Parameters<typeof commands.publish.perform>[0]

/** On whose behalf a request has something done. */
export const callOf = <E extends AdminContext>(c: Context<E>): PublishCall => ({
  env: c.var.env,
  actor: c.var.actor,
  now: new Date(),
  statusOf: (address) => statusOf(c, address),
})

const LINK_MS = 3000

/** The status of a link: of the site itself as a visitor gets it, of another one within three seconds. */
async function statusOf<E extends AdminContext>(c: Context<E>, address: string): Promise<number | null> {
  const own = new URL(c.req.url).origin
  try {
    const url = new URL(address, own)
    if (url.origin === own) return (await c.env.site(new Request(url))).status
    return (await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(LINK_MS) })).status
  } catch {
    return null
  }
}
