import { setTimeout as pause } from 'node:timers/promises'
import type { BrandEntry, RegistryEntries } from '../brand/schema.ts'
import { LOCALES, type Locale } from '../contract/languages.ts'

/* What can be seen of a deployed site from outside: the check at the end of `npm run deploy`, and `npm run doctor`. */

/** One thing that a live site needs. */
export interface Finding {
  /** Host or domain that it is about. */
  about: string
  name: string
  ok: boolean
  /** What is right, or what to do next. */
  detail: string
}

export const findingLine = ({ about, name, ok, detail }: Finding): string =>
  `${ok ? 'right' : 'WRONG'}  ${about}  ${name}: ${detail}`

/** A host that visitors use. */
export interface BrandHost {
  host: string
  brand: BrandEntry
}

/** The hosts of a registry, each once, without those for trying a brand on one's own machine. */
export function brandHosts({ default: first, partners }: RegistryEntries): BrandHost[] {
  const hosts = new Map<string, BrandEntry>()
  for (const brand of [first, ...partners])
    for (const host of [new URL(brand.origin).hostname, ...brand.hosts])
      if (!/(?:^|\.)localhost$/.test(host) && !hosts.has(host)) hosts.set(host, brand)
  return [...hosts].map(([host, brand]) => ({ host, brand }))
}

/** Pages that every brand has, and the legal texts with the name of its company. */
const PAGES = ['/', '/support/notice', '/support/request']
const LEGAL_TEXTS = ['/privacy-policy/current', '/terms-of-service/current']
/** Addresses that must be closed to the public, with a wrong proof too. */
const CLOSED: [path: string, headers: Record<string, string>][] = [
  ['/admin', {}],
  ['/admin?token=wrong', {}],
  ['/admin/inquiries', { 'cf-access-jwt-assertion': 'wrong' }],
  ['/admin/inquiries.csv', { cookie: 'admin=wrong' }],
  ['/api/admin/inquiries', {}],
]
const PATIENCE_MS = 20_000
const LOGS = "Look at the Worker's logs in the dashboard (Workers & Pages)"

/** An answer, never of the address that a redirect leads to; or why there is none. */
export const ask = (address: string, headers: Record<string, string> = {}): Promise<Response | string> =>
  fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    (error: Error) => (error.cause as Error | undefined)?.message ?? error.message,
  )

/** Asks a host for its brand's pages in every language, its legal texts, `/readyz`, and the admin without a valid proof. */
export async function checkHost({ host, brand }: BrandHost): Promise<Finding[]> {
  const origin = `https://${host}`
  const first = await ask(`${origin}/healthz`)
  if (typeof first === 'string')
    return [
      {
        about: host,
        name: 'host',
        ok: false,
        detail: `it does not answer: ${first}. npm run deploy sets it; a new host gets its certificate within minutes`,
      },
    ]
  return [await checkPages(host, brand), await checkAdmin(host), ...(await readyFindings(host))]
}

async function checkPages(host: string, brand: BrandEntry): Promise<Finding> {
  const faults: string[] = []
  for (const path of [...PAGES, ...LEGAL_TEXTS])
    for (const locale of LOCALES) {
      const answer = await ask(`https://${host}${path}?lng=${locale}`)
      const fault = typeof answer === 'string' ? answer : faultOf(answer, await answer.text(), path, brand, locale)
      if (fault !== null) faults.push(`${path}?lng=${locale}: ${fault}`)
    }
  const ok = faults.length === 0
  const detail = ok ? `${brand.id}, with its own texts in every language` : `${faults.join('; ')}. ${LOGS}`
  return { about: host, name: 'pages', ok, detail }
}

/** Text of a page with the characters that HTML escapes. */
const CHARACTERS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const textOf = (html: string): string =>
  html.replace(/&#x27;|&#39;/g, "'").replace(/&(?:amp|lt|gt|quot);/g, (name) => CHARACTERS[name] ?? name)

function faultOf(answer: Response, html: string, path: string, brand: BrandEntry, locale: Locale): string | null {
  // During a maintenance every page is closed, and says until when.
  const isClosed = answer.status === 503 && answer.headers.has('retry-after')
  if (answer.status !== 200 && !isClosed) return `it answers ${answer.status}`
  const element = /<html[^>]*>/.exec(html)?.[0] ?? ''
  if (!element.includes(`lang="${locale}"`)) return `it is not in the language ${locale}`
  const shown = /data-brand="([^"]*)"/.exec(element)?.[1]
  if (shown !== brand.id) return shown === undefined ? 'another site answers' : `it shows the brand ${shown}`
  if (!answer.headers.has('content-security-policy'))
    return 'it has no Content-Security-Policy; a rule of the zone may remove it (dashboard: Rules)'
  const { name } = brand.company
  return isClosed || !LEGAL_TEXTS.includes(path) || textOf(html).includes(name[locale])
    ? null
    : `it does not name ${name[locale]}`
}

/** What an answer without proof says of the admin: it is not there, Access asks who it is, or the Worker itself refuses. */
function closedBy({ status, headers }: Response): string | null {
  if (status === 404) return 'not there'
  const location = headers.get('location') ?? ''
  if (status === 302 && /^https:\/\/[a-z0-9-]+\.cloudflareaccess\.com\//.test(location)) return 'behind Access'
  return status === 403 ? 'refused by the Worker' : null
}

async function checkAdmin(host: string): Promise<Finding> {
  const closed = new Set<string>()
  const open: string[] = []
  for (const [path, headers] of CLOSED) {
    const answer = await ask(`https://${host}${path}`, headers)
    const how = typeof answer === 'string' ? null : closedBy(answer)
    if (how === null) open.push(`${path} (${typeof answer === 'string' ? answer : answer.status})`)
    else closed.add(how)
  }
  const ok = open.length === 0
  const todo = 'Put Access in front of /admin and /api/admin (docs/deploying.md, The admin)'
  return { about: host, name: 'admin', ok, detail: ok ? [...closed].join(', ') : `open: ${open.join(', ')}. ${todo}` }
}

/** The lines of `/readyz` that fail, or one that says that all is right. */
export async function readyFindings(host: string): Promise<Finding[]> {
  const answer = await ask(`https://${host}/readyz`)
  const { checks } = (typeof answer === 'string' ? {} : await answer.json().catch(() => ({}))) as {
    checks?: { name: string; ok: boolean; detail?: string }[]
  }
  if (!checks) {
    const detail = `it answers ${typeof answer === 'string' ? answer : answer.status}. ${LOGS}`
    return [{ about: host, name: 'readyz', ok: false, detail }]
  }
  const failing = checks.filter(({ ok }) => !ok)
  return failing.length === 0
    ? [{ about: host, name: 'readyz', ok: true, detail: 'every binding and setting is right' }]
    : failing.map(({ name, detail = 'It did not answer.' }) => ({
        about: host,
        name: `readyz ${name}`,
        ok: false,
        detail: `${detail} docs/operating.md, Health, says what it is`,
      }))
}

/** A deployment reaches the whole network within seconds; the certificate of a new host takes minutes. */
const VERSION_MS_MAX = 600_000
const ASKED_EVERY_MS = 2000

/**
 * Waits until a version answers on all hosts.
 * @returns the hosts on which it does not
 */
export async function waitForVersion(
  version: string,
  hosts: BrandHost[],
  patienceMs = VERSION_MS_MAX,
): Promise<string[]> {
  const end = Date.now() + patienceMs
  for (let missing = hosts; ;) {
    const answers = await Promise.all(
      missing.map(async ({ host }) => {
        const answer = await ask(`https://${host}/healthz`)
        const body = typeof answer === 'string' ? {} : await answer.json().catch(() => ({}))
        return (body as { version?: string }).version
      }),
    )
    missing = missing.filter((_, index) => answers[index] !== version)
    if (missing.length === 0 || Date.now() >= end) return missing.map(({ host }) => host)
    await pause(ASKED_EVERY_MS)
  }
}
