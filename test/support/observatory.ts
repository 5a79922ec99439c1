/*
 * The scoring of MDN HTTP Observatory 1.4.8 (algorithm 4), its result names and modifiers as src/grader/charts.js has them. The package itself
 * can only scan a public host, and brings 230 packages along. Whatever this file does not know counts as the worst there is.
 */
export interface Visit {
  /** The answer to the page by https. */
  headers: Headers
  /** The answer to a foreign site's CORS question. */
  cors: Headers
  html: string
}

export interface Verdict {
  rule: string
  result: string
  modifier: number
}

const BROAD = /^(?:ftp:|http:|https:|\*|https?:\/\/\*(?:\.\*)?)$/
const SIX_MONTHS = 15_552_000

/** One verdict a rule. That http leads to https is the zone's setting (docs/security.md) and counts 0 there as here. */
export function verdicts(visit: Visit): Verdict[] {
  const directives = parsePolicy(visit.headers.get('content-security-policy') ?? '')
  return [
    policy(directives),
    cookies(visit.headers),
    cors(visit.cors),
    referrer(visit.headers),
    transport(visit.headers),
    integrity(visit.html),
    sniffing(visit.headers),
    framing(visit.headers, directives),
    resource(visit.headers),
  ]
}

/** A hundred and all modifiers; above 90 without the extra credit, else only what is taken off. */
export function scoreOf(all: Verdict[]): { score: number; grade: string } {
  const sum = (list: Verdict[]) => list.reduce((total, { modifier }) => total + modifier, 100)
  const bare = sum(all.filter(({ modifier }) => modifier < 0))
  const score = Math.max(0, bare >= 90 ? sum(all) : bare)
  return { score, grade: score >= 100 ? 'A+' : score >= 90 ? 'A' : 'worse' }
}

function parsePolicy(text: string): Map<string, string[]> {
  const parts = text
    .split(';')
    .map((part) => part.trim().split(/\s+/))
    .filter(([name]) => name)
  return new Map(
    parts.map(([name = '', ...sources]) => [name.toLowerCase(), sources.map((source) => source.toLowerCase())]),
  )
}

function policy(directives: Map<string, string[]>): Verdict {
  const verdict = (result: string, modifier: number) => ({ rule: 'content-security-policy', result, modifier })
  const fallback = directives.get('default-src') ?? ['*']
  const script = directives.get('script-src') ?? fallback
  const style = directives.get('style-src') ?? fallback
  const object = directives.get('object-src') ?? fallback
  const passive = ['img-src', 'media-src'].flatMap((name) => directives.get(name) ?? fallback)
  const active = [...directives]
    .filter(([name]) => name !== 'img-src' && name !== 'media-src')
    .flatMap(([, sources]) => sources)
  const inline = (source: string) => BROAD.test(source) || source === "'unsafe-inline'" || source === 'data:'
  const insecure = (source: string) => /^(?:http|ftp):/.test(source)
  if (directives.size === 0) return verdict('not-implemented', -25)
  if (script.some(inline) || object.some((source) => BROAD.test(source)))
    return verdict('implemented-with-unsafe-inline', -20)
  if (active.some(insecure)) return verdict('implemented-with-insecure-scheme', -20)
  if ([...script, ...style].includes("'unsafe-eval'")) return verdict('implemented-with-unsafe-eval', -10)
  if (passive.some(insecure)) return verdict('implemented-with-insecure-scheme-in-passive-content-only', -10)
  if (style.some(inline)) return verdict('implemented-with-unsafe-inline-in-style-src-only', 0)
  return fallback.length === 1 && fallback[0] === "'none'"
    ? verdict('implemented-with-no-unsafe-default-src-none', 10)
    : verdict('implemented-with-no-unsafe', 5)
}

function cookies(headers: Headers): Verdict {
  const verdict = (result: string, modifier: number) => ({ rule: 'cookies', result, modifier })
  const all = headers.getSetCookie().map((cookie) => cookie.toLowerCase())
  if (all.length === 0) return verdict('not-found', 0)
  if (all.some((cookie) => !/;\s*secure(?:;|$)/.test(cookie) || !/;\s*samesite=(?:lax|strict)(?:;|$)/.test(cookie)))
    return verdict('without-flags', -40)
  if (all.some((cookie) => /^[^=]*(?:login|sess)/.test(cookie) && !/;\s*httponly/.test(cookie)))
    return verdict('session-without-httponly-flag', -30)
  return verdict('secure-with-httponly-sessions-and-samesite', 5)
}

const cors = (headers: Headers): Verdict =>
  headers.has('access-control-allow-origin')
    ? { rule: 'cross-origin-resource-sharing', result: 'implemented', modifier: -50 }
    : { rule: 'cross-origin-resource-sharing', result: 'not-implemented', modifier: 0 }

const referrer = (headers: Headers): Verdict =>
  /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(
    headers.get('referrer-policy') ?? '',
  )
    ? { rule: 'referrer-policy', result: 'private', modifier: 5 }
    : { rule: 'referrer-policy', result: 'unsafe-or-missing', modifier: -5 }

function transport(headers: Headers): Verdict {
  const age = Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1] ?? 0)
  return age >= SIX_MONTHS
    ? { rule: 'strict-transport-security', result: 'max-age-at-least-six-months', modifier: 0 }
    : { rule: 'strict-transport-security', result: 'not-implemented', modifier: -20 }
}

/** Scripts of the own origin need no `integrity`; foreign ones there are none. */
const integrity = (html: string): Verdict =>
  /<script[^>]+\ssrc=["']?(?:https?:)?\/\//i.test(html)
    ? { rule: 'subresource-integrity', result: 'external-scripts', modifier: -50 }
    : { rule: 'subresource-integrity', result: 'all-scripts-from-own-origin', modifier: 0 }

const sniffing = (headers: Headers): Verdict =>
  headers.get('x-content-type-options') === 'nosniff'
    ? { rule: 'x-content-type-options', result: 'nosniff', modifier: 0 }
    : { rule: 'x-content-type-options', result: 'not-implemented', modifier: -5 }

function framing(headers: Headers, directives: Map<string, string[]>): Verdict {
  const verdict = (result: string, modifier: number) => ({ rule: 'x-frame-options', result, modifier })
  if (directives.has('frame-ancestors')) return verdict('implemented-via-csp', 5)
  return /^(?:deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '')
    ? verdict('sameorigin-or-deny', 0)
    : verdict('not-implemented', -20)
}

const resource = (headers: Headers): Verdict =>
  /^same-(?:origin|site)$/.test(headers.get('cross-origin-resource-policy') ?? '')
    ? { rule: 'cross-origin-resource-policy', result: 'implemented-with-same-origin', modifier: 10 }
    : { rule: 'cross-origin-resource-policy', result: 'not-implemented', modifier: 0 }
