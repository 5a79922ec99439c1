import { LOCALE_COOKIE, LOCALE_QUERY, localeOfTag } from '../i18n/locale'

/*
 * What the banner, the cookie settings and the language selector post where no script runs: plain urlencoded forms to
 * the page's own address. With a script the browser writes the same cookies itself (features/consent, layout).
 */
const FORM = 'application/x-www-form-urlencoded'
const BODY_BYTES_MAX = 1024
const YEAR_SECONDS = 31_536_000
const CHOICES = ['accept', 'reject', 'save', 'close'] as const
type Choice = (typeof CHOICES)[number]

/**
 * Answers a post of the fields `consent` (accept, reject, save, close; `functional=on`) or `language` (ko, en) with a
 * 303 to the same page and the cookies of spec 4 and contract, Cookies.
 * @returns null where the request is no urlencoded post and so somebody else's; 403 to a foreign origin, 413 to a body
 * that no such form sends, 400 where neither field says anything known.
 */
export async function answerPreferencePost(request: Request, now = Date.now()): Promise<Response | null> {
  if (request.method !== 'POST' || request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== FORM)
    return null
  const url = new URL(request.url)
  if (!fromOwnOrigin(request, url)) return new Response(null, { status: 403 })
  if (Number(request.headers.get('content-length') ?? Infinity) > BODY_BYTES_MAX)
    return new Response(null, { status: 413 })

  const fields = new URLSearchParams(await request.text())
  const choice = CHOICES.find((known) => known === fields.get('consent'))
  if (choice) return seeOther(url, consentCookies(choice, fields.get('functional') === 'on', now))
  const locale = localeOfTag(fields.get('language'))
  if (!locale) return new Response(null, { status: 400 })
  url.searchParams.delete(LOCALE_QUERY)
  return seeOther(url, [[LOCALE_COOKIE, locale]])
}

/** A form of our own always says where it comes from; what says nothing is refused (contract: CSRF). */
function fromOwnOrigin(request: Request, url: URL): boolean {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  if (origin !== null && origin !== url.origin) return false
  return site === null ? origin !== null : site === 'same-origin'
}

/** Each decision sets `theme`; allowing functional cookies sets `timestamp`, withdrawing them removes it; closing leaves it (spec 4). */
function consentCookies(choice: Choice, functional: boolean, now: number): [name: string, value: string | null][] {
  const timestamp = choice === 'accept' || (choice === 'save' && functional) ? String(now) : null
  return choice === 'close'
    ? [['theme', 'dark']]
    : [
        ['theme', 'dark'],
        ['timestamp', timestamp],
      ]
}

function seeOther(url: URL, cookies: [name: string, value: string | null][]): Response {
  const secure = url.protocol === 'https:' ? '; Secure' : ''
  // Two slashes at the front of a relative address would name another host.
  const headers = new Headers({ location: url.pathname.replace(/^\/+/, '/') + url.search })
  for (const [name, value] of cookies) {
    headers.append(
      'set-cookie',
      `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : YEAR_SECONDS}; SameSite=Lax${secure}`,
    )
  }
  return new Response(null, { status: 303, headers })
}
