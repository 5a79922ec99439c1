import type { Brand } from '../../brand/schema.ts'
import { closedAdmin, readyChecks, type ReadyCheck } from '../admin-check.ts'
import type { Finding } from './finding.ts'
import type { Network } from './network.ts'

const PATIENCE_MS = 15_000
const DAY_MS = 86_400_000
/** Cloudflare renews a certificate weeks before its end. */
const CERTIFICATE_DAYS_MIN = 10
/** Headers of every page (docs/contract.md#8). */
const HEADERS = [
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
]

interface Patient {
  host: string
  brand: Brand
  /** Canonical origin of its pages. */
  canonical: string
  /** Whether the links of the admin lead to it, so that Access has to stand in front of it. */
  hasAdmin: boolean
}

/** Never follows a redirect. @throws where there is no answer */
const ask = (address: string) => fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })

const wordsOf = (error: unknown) => ((error as Error).cause as Error | undefined)?.message ?? (error as Error).message

/** What can be seen of a host from outside, and what to do. */
export async function hostFindings(patient: Patient, network: Network, now: Date): Promise<Finding[]> {
  const { host, brand, canonical, hasAdmin } = patient
  const finding = (name: string, ok: boolean, right: string, todo: string): Finding => ({
    about: host,
    name,
    ok,
    detail: ok ? right : todo,
  })
  const addresses = await network.addresses(host).catch((error: unknown) => wordsOf(error))
  const dns = finding(
    'DNS',
    Array.isArray(addresses) && addresses.length > 0,
    `leads to ${Array.isArray(addresses) ? addresses.slice(0, 2).join(', ') : ''}`,
    Array.isArray(addresses)
      ? 'it has no address. Run npm run deploy: it sets the host, or prints the records for the partner'
      : `no name server answers: ${addresses}`,
  )
  if (!dns.ok) return [dns]
  const end = await network.certificateEnd(host).catch((error: unknown) => wordsOf(error))
  const days = typeof end === 'string' ? 0 : Math.floor((end.getTime() - now.getTime()) / DAY_MS)
  const certificate = finding(
    'certificate',
    days >= CERTIFICATE_DAYS_MIN,
    `ends in ${days} days`,
    typeof end === 'string'
      ? `${end}. A new host gets one within minutes of its DNS records; look at the host in the dashboard (SSL/TLS)`
      : `ends in ${days} days and was not renewed; look at the host in the dashboard (SSL/TLS)`,
  )
  if (typeof end === 'string') return [dns, certificate]
  const page = await ask(`https://${host}/?lng=en`).catch((error: unknown) => wordsOf(error))
  if (typeof page === 'string')
    return [
      dns,
      certificate,
      finding('page', false, '', `it does not answer: ${page}. Look at the Worker's logs in the dashboard`),
    ]
  return [
    dns,
    certificate,
    await redirectFinding(host, finding),
    ...(await pageFindings(page, { brand, canonical }, finding)),
    await adminFinding(host, hasAdmin, finding),
    ...readyFindings(await readyChecks(`https://${host}`), finding),
  ]
}

type Judge = (name: string, ok: boolean, right: string, todo: string) => Finding

async function redirectFinding(host: string, finding: Judge): Promise<Finding> {
  const plain = await ask(`http://${host}/`).catch(() => null)
  const isLed = plain?.headers.get('location')?.startsWith(`https://${host}/`) ?? false
  const todo =
    "http is not led to https. Switch on 'Always Use HTTPS' for the zone in the dashboard (SSL/TLS, Edge Certificates)"
  return finding('HTTPS redirect', isLed, 'http is led to https', todo)
}

async function pageFindings(
  page: Response,
  { brand, canonical }: Pick<Patient, 'brand' | 'canonical'>,
  finding: Judge,
): Promise<Finding[]> {
  const html = await page.text()
  if (page.status === 503 && page.headers.has('retry-after'))
    return [finding('page', true, 'closed for maintenance; npm run maintenance -- status --remote', '')]
  if (page.status !== 200)
    return [finding('page', false, '', `it answers ${page.status}. Look at the Worker's logs in the dashboard`)]
  const shown = /<html[^>]*data-brand="([^"]*)"/.exec(html)?.[1]
  if (shown === undefined) return [finding('brand', false, '', 'another site answers. Run npm run deploy')]
  const link = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
  const missing = HEADERS.filter((name) => !page.headers.has(name))
  return [
    finding(
      'brand',
      shown === brand.id,
      brand.id,
      `it shows ${shown}. Add the host to the brand in functions/brand/registry.ts and deploy`,
    ),
    finding(
      'canonical',
      link?.startsWith(canonical) ?? false,
      canonical,
      `it is ${link ?? 'missing'} and should be ${canonical}. Correct origin and indexing in functions/brand/registry.ts and deploy`,
    ),
    finding(
      'headers',
      missing.length === 0,
      'all there',
      `${missing.join(', ')} missing. A rule of the zone may remove them (dashboard: Rules)`,
    ),
  ]
}

async function adminFinding(host: string, hasAdmin: boolean, finding: Judge): Promise<Finding> {
  const answers = await closedAdmin(`https://${host}`).catch(() => [])
  const found = [...new Set(answers.map((answer) => answer.finding))].join(', ')
  const isClosed =
    answers.length > 0 && answers.every((answer) => answer.isClosed || (!hasAdmin && answer.finding !== 'open'))
  return finding(
    'admin',
    isClosed,
    found,
    `${found || 'no answer'}. Put Access in front of /admin and /api/admin (docs/deploying.md, The admin)`,
  )
}

/** The lines of `/readyz`, those of canary and pause by themselves. */
function readyFindings(checks: readonly ReadyCheck[], finding: Judge): Finding[] {
  const pause = checks.find(({ name }) => name === 'pause')
  const canary = checks.find(({ name }) => name === 'canary')
  const others = checks.filter((one) => one !== pause && one !== canary && !one.ok)
  const words = others.map(({ name, detail }) => `${name}: ${detail ?? 'It did not answer.'}`).join(' ')
  return [
    finding(
      'readyz',
      others.length === 0,
      'every binding and setting is right',
      `${words} docs/operating.md, Health, says what each is`,
    ),
    ...(pause
      ? [finding('sending', pause.ok, 'not paused', `${pause.detail ?? ''} npm run inquiries -- --resume --remote`)]
      : []),
    ...(canary
      ? [
          finding(
            'canary',
            canary.ok,
            canary.detail ?? '',
            `${canary.detail ?? ''} Look at npm run inquiries -- --remote --state queued`,
          ),
        ]
      : []),
  ]
}
