import { LRUCache } from 'lru-cache'
import type { InlineSources } from '../framework/render-document'

/** Inline sources are long and nearly the same on every page. */
const hashes = new LRUCache<string, string>({ max: 200 })

/** The source expression of an inline script or style in a policy. */
async function sourceHash(text: string): Promise<string> {
  const cached = hashes.get(text)
  if (cached) return cached
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const hash = `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
  hashes.set(text, hash)
  return hash
}

export interface PolicyOptions {
  /** In development only, where Vite adds scripts and style sheets of its own to the page: no inline one is refused. */
  anyInline?: boolean
  /** On form pages of brands with Turnstile: allows its script and its frame. */
  turnstile?: boolean
}

/** Origin of Turnstile's script and frame, as Cloudflare documents it for policies. */
const TURNSTILE = 'https://challenges.cloudflare.com'

/**
 * The Content-Security-Policy of a rendered page (docs/contract.md#8). Inline scripts and styles are allowed by hash,
 * never by nonce, which a cached page would repeat (decision 025).
 */
export async function contentSecurityPolicy(
  { scripts, styles }: InlineSources,
  { anyInline = false, turnstile = false }: PolicyOptions = {},
): Promise<string> {
  const sources = (texts: string[]) =>
    anyInline ? ["'unsafe-inline'"] : Promise.all([...new Set(texts)].map(sourceHash))
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...(turnstile ? [TURNSTILE] : []), ...(await sources(scripts))].join(' ')}`,
    `style-src ${["'self'", ...(await sources(styles))].join(' ')}`,
    // Notices may show pictures from any host.
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

/** The policy of everything that is not a page: pictures, redirects, empty answers. */
export const NO_PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The security headers that every page has, beside its policy and HSTS. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
