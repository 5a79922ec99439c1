import type { Context } from 'hono'
import { answerPreferencePost } from '../../request/preference-cookies'
import { withQuery } from './addresses'

/** Where the language form posts to. An address of its own, so that no other form is read to find the field. */
export const LANGUAGE_PATH = '/admin/language'
/** Where a form leads that is of no page. */
export const OVERVIEW = '/admin'

/** @param address path and query of the page, to which the form leads back */
export const languageAddress = (address: string): string => withQuery(LANGUAGE_PATH, { back: address })

/** `POST /admin/language?back=`: keeps the language in a cookie, and shows the page again. */
export async function postLanguage(c: Context): Promise<Response> {
  const asked = new URL(c.req.query('back') ?? '', new URL(OVERVIEW, c.req.url))
  const own = asked.origin === new URL(c.req.url).origin && /^\/admin(?:\/|$)/.test(asked.pathname)
  const page = own && asked.pathname !== LANGUAGE_PATH ? asked : new URL(OVERVIEW, c.req.url)
  const answer = await answerPreferencePost(new Request(page, c.req.raw))
  return answer ?? new Response(null, { status: 415 })
}
