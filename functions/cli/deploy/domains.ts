import { z } from 'zod'
import { OperatorError } from '../settings.ts'
import { Refusal, type Cloudflare } from './cloudflare.ts'
import { fallbackName, type Zone } from './hosts-and-zones.ts'
import { customHostnameSchema, proofOf, type HostState, type Survey } from './survey.ts'

/**
 * Gives each host that is in no zone of the account a custom hostname (Cloudflare for SaaS) in the zone of the default brand.
 * @returns the DNS records that partners have to set, a line each
 * @throws OperatorError where Cloudflare for SaaS is off
 */
export async function createCustomHostnames(cloudflare: Cloudflare, survey: Survey): Promise<string[]> {
  const home = survey.hosts[0]?.zone
  const foreign = survey.hosts.filter(({ zone }) => zone === null)
  if (!home || foreign.length === 0) return []
  return createIn(home, foreign, cloudflare, survey).catch((error: unknown) => {
    if (!(error instanceof Refusal) || !error.isForSaas) throw error
    throw new OperatorError(`${error.message}. ${switchOnSaas(home)}, then run npm run deploy again.`)
  })
}

/** What to do where custom hostnames are refused. */
export const switchOnSaas = ({ name }: Zone): string =>
  `Switch on Cloudflare for SaaS in the zone ${name} in the dashboard (SSL/TLS, Custom Hostnames)`

async function createIn(
  home: Zone,
  foreign: readonly HostState[],
  cloudflare: Cloudflare,
  survey: Survey,
): Promise<string[]> {
  const target = fallbackName(home)
  if (survey.fallbackOrigin === null) {
    // An address of documentation (RFC 6666): the Worker answers before anything is asked there.
    const record = {
      type: 'AAAA',
      name: target,
      content: '100::',
      proxied: true,
      comment: 'Hosts in zones of partners',
    }
    await cloudflare.send('POST', `/zones/${home.id}/dns_records`, record, z.unknown()).catch(unlessThere(81_058))
    await cloudflare.send('PUT', `/zones/${home.id}/custom_hostnames/fallback_origin`, { origin: target }, z.unknown())
  }
  const lines: string[] = []
  for (const { host, customHostname } of foreign) {
    const proof = customHostname?.records ?? (await createCustomHostname(cloudflare, home, host))
    if (customHostname?.status !== 'active')
      lines.push(`${host}: CNAME ${host} → ${target}`, ...proof.map((one) => `${host}: ${one}`))
  }
  return lines
}

async function createCustomHostname(cloudflare: Cloudflare, home: Zone, hostname: string): Promise<string[]> {
  const ssl = { method: 'txt', type: 'dv', settings: { min_tls_version: '1.2' } }
  return proofOf(
    await cloudflare.send('POST', `/zones/${home.id}/custom_hostnames`, { hostname, ssl }, customHostnameSchema),
  )
}

/** Lets a refusal pass that says that the thing is there. */
const unlessThere = (code: number) => (error: unknown) => {
  if (!(error instanceof Refusal) || error.code !== code) throw error
}

/** Switches on 'Always Use HTTPS' where it is off. */
export async function redirectToHttps(cloudflare: Cloudflare, zones: readonly Zone[]): Promise<void> {
  for (const { id } of zones)
    await cloudflare.send('PATCH', `/zones/${id}/settings/always_use_https`, { value: 'on' }, z.unknown())
}

/** Hosts that visitors reach today: custom domains of the Worker, and custom hostnames that are active. */
export const reachableHosts = (hosts: readonly HostState[], script: string): HostState[] =>
  hosts.filter(({ zone, worker, customHostname }) => (zone ? worker === script : customHostname?.status === 'active'))
