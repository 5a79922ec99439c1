import { z } from 'zod'
import { Refusal, type Cloudflare } from '../deploy/cloudflare.ts'
import { zoneOf, type Zone } from '../deploy/hosts-and-zones.ts'
import type { Finding } from './finding.ts'
import type { Network } from './network.ts'

/** Mail servers of Cloudflare Email Routing. */
const ROUTING = /\.mx\.cloudflare\.net\.?$/i
const HOW = 'docs/deploying.md, Mail'

/** Whether replies of visitors come to Email Routing. @param domain the var REPLY_DOMAIN */
export async function replyFinding(domain: string, network: Network): Promise<Finding> {
  const base = { about: domain, name: 'replies' }
  const servers = await network.mailServers(domain).catch(() => null)
  if (servers === null) return { ...base, ok: false, detail: `no name server answers for ${domain}` }
  const others = servers.filter((server) => !ROUTING.test(server))
  if (servers.length === 0)
    return {
      ...base,
      ok: false,
      detail: `it has no MX record, so replies bounce. Switch on Email Routing for it (${HOW})`,
    }
  return others.length === 0
    ? { ...base, ok: true, detail: `come to ${servers[0]}` }
    : {
        ...base,
        ok: false,
        detail: `also come to ${others.join(', ')}. REPLY_DOMAIN needs a domain with no other mail (${HOW})`,
      }
}

const ruleSchema = z.object({
  enabled: z.boolean().default(false),
  actions: z.array(z.object({ type: z.string(), value: z.array(z.string()).default([]) })).default([]),
})

/** Whether Email Routing gives the replies to the Worker. @param script name of the Worker */
export async function replyRuleFinding(
  domain: string,
  script: string,
  zones: readonly Zone[],
  cloudflare: Pick<Cloudflare, 'get'>,
): Promise<Finding> {
  const base = { about: domain, name: 'reply rule' }
  const zone = zoneOf(domain, zones)
  if (!zone) return { ...base, ok: false, detail: `REPLY_DOMAIN is in no zone of the account (${HOW})` }
  try {
    const { enabled, actions } = await cloudflare.get(`/zones/${zone.id}/email/routing/rules/catch_all`, ruleSchema)
    const isOurs = enabled && actions.some(({ type, value }) => type === 'worker' && value.includes(script))
    return {
      ...base,
      ok: isOurs,
      detail: isOurs
        ? `gives mails to ${script}`
        : `the catch-all rule does not give mails to the Worker ${script} (${HOW})`,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      ...base,
      ok: false,
      detail: error.isForbidden
        ? 'the token may not read it. Add Zone, Email Routing Rules: Read'
        : `Email Routing is off for ${zone.name} (${HOW})`,
    }
  }
}
