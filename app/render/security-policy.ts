import { blocksOf } from './html-scanner'

/*
 * What every page carries in its headers (contract: Headers). Scripts and styles inside the page are allowed by the
 * hash of what was rendered, never by a nonce: a nonce in a cached page is a lie (design: CSP).
 */
/** The inline scripts and styles of a rendered page. Scripts with a `src` and data blocks are none. */
export function inlineParts(html: string): { scripts: string[]; styles: string[] } {
  const scripts: string[] = []
  const styles: string[] = []
  for (const { tag, attributes, content } of blocksOf(html)) {
    if (tag === 'style') styles.push(content)
    if (tag === 'script' && !/\ssrc=|\stype="application\//.test(attributes)) scripts.push(content)
  }
  return { scripts, styles }
}

/** The inline parts are nearly the same on every page, and they are long; the newest are hashed once. */
const known = new Map<string, string>()
const KNOWN_MAX = 200

/** A text's source in a policy. */
export async function sourceHash(text: string): Promise<string> {
  const hash = known.get(text) ?? (await hashOf(text))
  if (!known.has(text) && known.size >= KNOWN_MAX) known.clear()
  known.set(text, hash)
  return hash
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}

/** What a page's policy allows beyond what stands in it. */
export interface PolicyOptions {
  /** In development alone, where Vite brings each style sheet in as an inline style. */
  anyStyle?: boolean
  /** On pages with a form whose brand asks for it: Turnstile's script and its frame, and nothing else of another host. */
  turnstile?: boolean
  /** What stands in the page for its style sheet, and the sheet's source (page-sheet.ts). */
  sheet?: { standIn: string; source: string } | null
}

/** Where Turnstile's script and frame come from, as Cloudflare's documentation asks for it in a policy. */
const TURNSTILE = 'https://challenges.cloudflare.com'

/** The Content-Security-Policy of a rendered page. */
export async function contentSecurityPolicy(
  html: string,
  { anyStyle = false, turnstile = false, sheet = null }: PolicyOptions = {},
): Promise<string> {
  const { scripts, styles } = inlineParts(html)
  const sourceOf = (part: string) => (part === sheet?.standIn ? sheet.source : sourceHash(part))
  const hashes = (parts: string[]) => Promise.all([...new Set(parts)].map(sourceOf))
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...(turnstile ? [TURNSTILE] : []), ...(await hashes(scripts))].join(' ')}`,
    `style-src ${["'self'", ...(anyStyle ? ["'unsafe-inline'"] : await hashes(styles))].join(' ')}`,
    // Pictures in notices may stand on any host.
    "img-src 'self' https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...(turnstile ? [`frame-src ${TURNSTILE}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The policy of what is no page (a picture, a redirect, an empty answer): nothing runs, whatever it may be taken for. */
export const NO_PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The fixed security headers of a page. HSTS only where the request came by https. */
export function pageSecurityHeaders(secure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}
