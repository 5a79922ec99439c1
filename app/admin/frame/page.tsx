import type { Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { brandIdOf } from '../../../functions/contract/scope'
import { type AdminContext, forEachBrand } from '../access/admission'
import type { Locale } from '../../i18n/locale'
import { contentSecurityPolicy } from '../../render/security-policy'
import { siteOf } from './site-address'
import { Frame, type Section } from './frame'
import { adminTexts } from './texts'

/** Hono context of the handlers of pages. */
export interface AdminPages {
  Bindings: AdminContext['Bindings'] & {
    /** Start and end of a maintenance that begins within 72 hours (ISO 8601). */
    upcoming: { from: string; until: string } | null
  }
  Variables: AdminContext['Variables'] & { locale: Locale }
}
export type PageContext = Context<AdminPages>

export interface PageOptions {
  /** Title and heading. */
  title: string
  /** Of the title, where it is in another language than the page. */
  lang?: string | undefined
  /** What became of what was just done, or the state of what is shown. It is said before the title, which is the first thing heard of a page. */
  told?: string | undefined
  /** Below the heading. */
  lead?: ReactNode
  /** The entry of the menu that is current. */
  section: Section | null
  status?: 200 | 400 | 403 | 404 | 408 | 409 | 413 | 422 | 429 | 500
  /** Id of a form with much to type: the buttons of the language post it with the language as `action`, and it comes back. */
  form?: string
  /** Shows pages of the site in frames. */
  frames?: boolean
}

/** A page of the admin: static HTML without inline scripts and styles, kept in no cache. */
export async function adminPage(c: PageContext, options: PageOptions, content: ReactNode): Promise<Response> {
  const { locale, actor, scope } = c.var
  const { pathname, search } = new URL(c.req.url)
  const markup = renderToStaticMarkup(
    <I18nextProvider i18n={adminTexts(locale)}>
      <Frame
        {...options}
        locale={locale}
        actor={actor}
        scope={scope}
        site={siteOf(c.req.url, brandIdOf(scope))}
        address={pathname + search}
        upcoming={c.env.upcoming}
      >
        {content}
      </Frame>
    </I18nextProvider>,
  )
  const policy = await contentSecurityPolicy({ scripts: [], styles: [] })
  return new Response(`<!doctype html>${markup}`, {
    status: options.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale,
      'content-security-policy': options.frames ? `${policy}; frame-src 'self'` : policy,
    },
  })
}

/** After an action: to the page that shows its result. */
export const seeOther = (address: string): Response =>
  new Response(null, { status: 303, headers: { location: address } })

/**
 * A form whose address has no page of its own. Where it has failed, a reload and the choice of language ask for its address.
 * @param shownOn address of the page that has the form
 */
export function addPosted(
  pages: Hono<AdminPages>,
  path: string,
  post: (c: PageContext) => Promise<Response>,
  shownOn: (c: PageContext) => string,
): void {
  pages.post(path, forEachBrand, post)
  pages.get(path, forEachBrand, (c) => seeOther(shownOn(c)))
}
