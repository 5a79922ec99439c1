import type { Context } from 'hono'
import { commands } from '../../../functions/commands/table'
import { callOf } from '../command-call'
import type { AdminContext } from './admission'
import { endedSession } from './session'

/** Where Cloudflare Access ends its own session, on every host that it protects. */
const ACCESS_SIGN_OUT = '/cdn-cgi/access/logout'

/** `POST /admin/sign-out`: ends the session of this browser, and leads to the site, or to Access, which ends its own. */
export async function postSignOut<E extends AdminContext>(c: Context<E>): Promise<Response> {
  await commands['sign-out'].perform(callOf(c), {})
  const headers = new Headers({ location: c.var.actor === 'local' ? '/' : ACCESS_SIGN_OUT })
  headers.append('set-cookie', endedSession(c.req.raw))
  return new Response(null, { status: 303, headers })
}
