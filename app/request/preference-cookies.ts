import { comesFromOwnPage } from '../../functions/contract/csrf'
import { type Locale, LOCALE_COOKIE, LOCALE_QUERY, localeOfTag } from '../i18n/locale'

const FORM = 'application/x-www-form-urlencoded'
const BODY_BYTES_MAX = 1024
const YEAR_SECONDS = 31_536_000
const CHOICES = ['accept', 'reject', 'save', 'close'] as const
type Choice = (typeof CHOICES)[number]

/**
 * Answers the forms of the cookie banner, the cookie settings and the language selector, which are posted to the page's own address: by the
 * browser, or by their scripts (features/consent/consent-script.ts, i18n/language-script.ts).
 * Fields: `consent` (accept, reject, save, close) with `functional=on`, or `language` (one of LOCALES).
 * @returns 303 to the same page with the cookies of docs/contract.md#7; 403 for a foreign origin, 413 for a body larger
 * than these forms send, 400 for unknown values; null if the request is not an urlencoded post.
 */
export async function answerPreferencePost(request: Request, now = Date.now()): Promise<Response | null> {
  if (request.method !== 'POST' || request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== FORM)
    return null
  const url = new URL(request.url)
  if (!comesFromOwnPage(request)) return new Response(null, { status: 403 })
  if (Number(request.headers.get('content-length') ?? Infinity) > BODY_BYTES_MAX)
    return new Response(null, { status: 413 })

  const fields = new URLSearchParams(await request.text())
  const choice = CHOICES.find((name) => name === fields.get('consent'))
  if (choice) return seeOther(url, consentCookies(choice, fields.get('functional') === 'on', now))
  const locale = localeOfTag(fields.get('language'))
  if (!locale) return new Response(null, { status: 400 })
  url.searchParams.delete(LOCALE_QUERY)
  return seeOther(url, [[LOCALE_COOKIE, locale]])
}

/** Every choice sets `theme`; allowing functional cookies sets `timestamp`, refusing removes it, closing keeps it (docs/specification.md#4). */
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
  // A relative address that starts with two slashes would name another host.
  const headers = new Headers({ location: url.pathname.replace(/^\/+/, '/') + url.search })
  for (const [name, value] of cookies) headers.append('set-cookie', cookieText(url, name, value))
  return new Response(null, { status: 303, headers })
}

/** @param value null ends the cookie */
function cookieText({ protocol }: URL, name: string, value: string | null): string {
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : YEAR_SECONDS}; SameSite=Lax${secure}`
}

/** `Set-Cookie` that keeps a language. @param url of the request */
export const languageCookie = (url: URL, locale: Locale): string => cookieText(url, LOCALE_COOKIE, locale)
