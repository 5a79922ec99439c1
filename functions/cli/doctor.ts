import { Resolver } from 'node:dns/promises'
import { registry } from '../brand/registry.ts'
import { readArguments } from './arguments.ts'
import { ask, brandHosts, checkHost, findingLine, type Finding } from './live-site.ts'
import { OperatorError, runCommand } from './run-command.ts'
import { readWorkerConfig } from './worker-config.ts'

const USAGE = `npm run doctor             looks at every host of the registry, and at the senders of mails
npm run doctor -- HOST     looks at one host and its brand's sender
It prints a line for each thing, right or what to do next, and exits with 1 where something is wrong.`

const ONBOARD = 'Onboard the domain in the dashboard (Compute, Email Service, Email Sending)'
const resolver = new Resolver({ timeout: 5000, tries: 2 })

/** Each TXT record as one text; none where the name has none. @throws where no name server answers */
const textsAt = async (name: string): Promise<string[]> =>
  (
    await resolver.resolveTxt(name).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return []
      throw error
    })
  ).map((parts) => parts.join(''))

/** Whether one of these names has a record that begins so. The first name is where it should be. */
async function checkRecord(domain: string, name: string, names: string[], begins: RegExp): Promise<Finding> {
  const [at = ''] = names
  try {
    for (const each of names) {
      const record = (await textsAt(each)).find((text) => begins.test(text))
      if (record !== undefined) return { about: domain, name, ok: true, detail: record.slice(0, 60) }
    }
  } catch (error) {
    return { about: domain, name, ok: false, detail: `no name server answers for ${at}: ${(error as Error).message}` }
  }
  return { about: domain, name, ok: false, detail: `${at} has no such TXT record. ${ONBOARD}` }
}

/** What receivers of mails from a domain ask for, where Cloudflare Email Sending puts it. A policy may be of a domain above (RFC 7489, 6.6.3). */
function checkSender(domain: string): Promise<Finding[]> {
  const labels = domain.split('.')
  const policies = labels.slice(0, -1).map((_, index) => `_dmarc.${labels.slice(index).join('.')}`)
  return Promise.all([
    checkRecord(domain, 'SPF', [`cf-bounce.${domain}`], /^v=spf1 .*include:_spf\.mx\.cloudflare\.net/),
    checkRecord(domain, 'DKIM', [`cf-bounce._domainkey.${domain}`], /^v=DKIM1;.*p=[A-Za-z0-9+/]/),
    checkRecord(domain, 'DMARC', policies, /^v=DMARC1;/),
  ])
}

async function checkRedirect(host: string): Promise<Finding> {
  const answer = await ask(`http://${host}/`)
  const ok = typeof answer !== 'string' && answer.headers.get('location')?.startsWith(`https://${host}/`) === true
  const todo = "switch on 'Always Use HTTPS' for the zone in the dashboard (SSL/TLS, Edge Certificates)"
  return { about: host, name: 'https', ok, detail: ok ? 'http leads to it' : `http does not lead to it; ${todo}` }
}

await runCommand(async () => {
  const {
    words: [only],
  } = readArguments(USAGE, 1, {})
  const all = brandHosts(registry)
  const hosts = all.filter(({ host }) => only === undefined || host === only)
  if (hosts.length === 0)
    throw new OperatorError(`No brand has the host ${only}. The hosts are ${all.map(({ host }) => host).join(', ')}.`)
  const { MAIL_FROM = '' } = readWorkerConfig().vars
  // Without MAIL_FROM the site sends nothing.
  const senders = MAIL_FROM === '' ? [] : hosts.map(({ brand }) => brand.mail?.from ?? MAIL_FROM)
  const domains = new Set(senders.map((address) => address.slice(address.lastIndexOf('@') + 1)))
  const findings = await Promise.all([
    ...hosts.map(checkHost),
    ...hosts.map(async ({ host }) => [await checkRedirect(host)]),
    ...[...domains].map(checkSender),
  ])
  const lines = findings.flat()
  console.log(lines.map(findingLine).join('\n'))
  const wrong = lines.filter(({ ok }) => !ok).length
  console.log(wrong === 0 ? 'Everything is right.' : `${wrong} to mend.`)
  if (wrong > 0) process.exitCode = 1
})
