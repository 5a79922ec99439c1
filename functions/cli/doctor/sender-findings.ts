import { domainOf } from '../deploy/hosts-and-zones.ts'
import type { Finding } from './finding.ts'
import type { Network } from './network.ts'

/** A record that receivers of a mail ask for. */
interface SenderRecord {
  name: 'SPF' | 'DKIM'
  /** Where Cloudflare Email Sending puts it. */
  at: (domain: string) => string
  begins: RegExp
  /** What it begins with, in words. */
  text: string
}

const RECORDS: SenderRecord[] = [
  {
    name: 'SPF',
    at: (domain) => `cf-bounce.${domain}`,
    begins: /^v=spf1 .*include:_spf\.mx\.cloudflare\.net/,
    text: 'v=spf1 include:_spf.mx.cloudflare.net',
  },
  {
    name: 'DKIM',
    at: (domain) => `cf-bounce._domainkey.${domain}`,
    begins: /^v=DKIM1;.*p=[A-Za-z0-9+/]/,
    text: 'v=DKIM1; … p=',
  },
]
const POLICY = /^v=DMARC1;/
const ONBOARD = 'Onboard the domain in the dashboard (Compute, Email Service, Email Sending)'

/** What has to be found of a sender, as lines: for whoever cannot ask the network. */
export const senderRecords = (address: string): string[] => {
  const domain = domainOf(address)
  return [
    ...RECORDS.map(({ name, at, text }) => `${name}: TXT ${at(domain)} begins with ${text}`),
    `DMARC: TXT _dmarc.${domain}, or of a domain above it, begins with v=DMARC1;`,
  ]
}

const found = (what: string, texts: string[] | null, ok: boolean, at: string): string => {
  if (ok) return what.slice(0, 60)
  if (texts === null) return `no name server answers for ${at}`
  const there = texts.length === 0 ? 'no TXT record' : `"${texts.join('", "').slice(0, 80)}"`
  return `${at} has ${there}. ${ONBOARD}`
}

/** The policy that receivers go by: of the domain itself, or else of the one above it (RFC 7489, 6.6.3). */
async function policyOf(domain: string, network: Network): Promise<{ finding: Finding; policy: string | null }> {
  const labels = domain.split('.')
  const above = labels.slice(0, -1).map((_, index) => `_dmarc.${labels.slice(index).join('.')}`)
  let first: string[] | null = null
  for (const [index, at] of above.entries()) {
    const texts = await network.texts(at).catch(() => null)
    if (index === 0) first = texts
    const policy = texts?.find((text) => POLICY.test(text))
    if (policy !== undefined) {
      const detail = index === 0 ? policy.slice(0, 60) : `${policy.slice(0, 60)} (of ${at})`
      return { finding: { about: domain, name: 'DMARC', ok: true, detail }, policy }
    }
    if (texts === null) break
  }
  const detail = found('', first, false, `_dmarc.${domain}`)
  return { finding: { about: domain, name: 'DMARC', ok: false, detail }, policy: null }
}

/**
 * Whether the domain of a sender says what receivers want to know of its mails: SPF, DKIM, DMARC, and whether one of the first two counts
 * for the domain in `From` (RFC 7489, 3.1).
 * @param address of the sender
 */
export async function senderFindings(address: string, network: Network): Promise<Finding[]> {
  const domain = domainOf(address)
  const [records, { finding: dmarc, policy }] = await Promise.all([
    Promise.all(
      RECORDS.map(async ({ name, at, begins }): Promise<Finding> => {
        const texts = await network.texts(at(domain)).catch(() => null)
        const record = texts?.find((text) => begins.test(text))
        const ok = record !== undefined
        return { about: domain, name, ok, detail: found(record ?? '', texts, ok, at(domain)) }
      }),
    ),
    policyOf(domain, network),
  ])
  const [hasSpf, hasDkim] = records.map(({ ok }) => ok)
  // Mails return to cf-bounce, so that a strict policy does not count their SPF; Cloudflare signs as the domain itself.
  const isStrict = /;\s*aspf\s*=\s*s\b/i.test(policy ?? '')
  const counting = [
    ...(hasDkim ? [`DKIM of ${domain}`] : []),
    ...(hasSpf && !isStrict ? [`SPF of cf-bounce.${domain}`] : []),
  ]
  const ok = policy !== null && counting.length > 0
  const lacking = policy === null ? 'without a policy receivers judge by themselves' : 'receivers take mails for forged'
  const strict = hasSpf && isStrict ? `SPF of cf-bounce.${domain} does not count, because the policy says aspf=s; ` : ''
  return [
    ...records,
    dmarc,
    {
      about: domain,
      name: 'alignment',
      ok,
      detail: ok
        ? `${counting.join(' and ')} count${counting.length === 1 ? 's' : ''} for ${domain}`
        : `${strict}${lacking}. ${ONBOARD}; then each line above is right`,
    },
  ]
}
