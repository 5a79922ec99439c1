import { domainOf } from '../deploy/hosts.ts'
import type { Finding } from './finding.ts'
import type { Network } from './network.ts'

/** Where Cloudflare Email Sending puts the records of a domain, and what they begin with. */
const RECORDS: [name: string, of: (domain: string) => string, begins: RegExp][] = [
  ['SPF', (domain) => `cf-bounce.${domain}`, /^v=spf1 .*include:_spf\.mx\.cloudflare\.net/],
  ['DKIM', (domain) => `cf-bounce._domainkey.${domain}`, /^v=DKIM1;.*p=[A-Za-z0-9+/]/],
  ['DMARC', (domain) => `_dmarc.${domain}`, /^v=DMARC1;/],
]

/** Whether the domain of a sender says what receivers want to know of its mails. @param address of the sender */
export function senderFindings(address: string, network: Network): Promise<Finding[]> {
  const domain = domainOf(address)
  return Promise.all(
    RECORDS.map(async ([name, of, begins]) => {
      const texts = await network.texts(of(domain)).catch(() => null)
      const found = texts?.find((text) => begins.test(text))
      const todo =
        texts === null
          ? `no name server answers for ${of(domain)}`
          : `${of(domain)} has ${texts.length === 0 ? 'no TXT record' : `"${texts.join('", "').slice(0, 80)}"`}. Onboard the domain in the dashboard (Compute, Email Service, Email Sending)`
      return {
        about: domain,
        name,
        ok: found !== undefined,
        detail: found === undefined ? todo : `${found.slice(0, 60)}`,
      }
    }),
  )
}
