import { parseArgs } from 'node:util'
import { brands, brandWithId, defaultBrand } from '../brand/hosts.ts'
import { registry } from '../brand/registry.ts'
import { audiencesOf } from '../contract/access-audiences.ts'
import { adminOriginsOf } from '../contract/admin-origins.ts'
import { hasToken, signIn } from './deploy/cloudflare.ts'
import type { BrandEntry } from '../brand/schema.ts'
import { brandHosts, senderAddresses } from './deploy/hosts-and-zones.ts'
import { remoteDatabase } from './deploy/remote-database.ts'
import { resourceNames } from './deploy/resources.ts'
import { surveyAccount } from './deploy/survey.ts'
import { readTag } from './deploy/tag.ts'
import { inquiryFindings, versionFinding } from './doctor/account-findings.ts'
import { customHostnameFindings, entryFindings } from './doctor/brand-findings.ts'
import { findingLines, type Finding } from './doctor/finding.ts'
import { hostFindings } from './doctor/host-findings.ts'
import { ownNetwork, type Network } from './doctor/network.ts'
import { replyFinding, replyRuleFinding } from './doctor/reply-findings.ts'
import { senderFindings } from './doctor/sender-findings.ts'
import { OperatorError, runCommand } from './settings.ts'
import { readWorkerConfig } from './worker-config.ts'

const USAGE = `npm run doctor                looks at every brand: its entry, its hosts and its mails; and at the account
npm run doctor -- HOST        looks at one host and what its brand needs
npm run doctor -- --json      prints an array of objects: about, name, ok, detail
It exits with 1 where something is wrong. The account is looked at with CLOUDFLARE_API_TOKEN only.`

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { json: { type: 'boolean', default: false } } })
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

/** What the token lets one see of the account. */
async function accountFindings(now: Date): Promise<Finding[]> {
  const cloudflare = await signIn()
  const config = readWorkerConfig()
  const names = resourceNames(config)
  const { worker, zones, hosts } = await surveyAccount(cloudflare, names, brandHosts(registry))
  const database = worker?.bound.d1 ? remoteDatabase(cloudflare, worker.bound.d1) : null
  const replies = config.vars.REPLY_DOMAIN ?? ''
  return [
    versionFinding(worker, await readTag()),
    ...customHostnameFindings(hosts, hosts[0]?.zone ?? null),
    ...(replies === '' ? [] : [await replyRuleFinding(replies, names.script, zones, cloudflare)]),
    ...(database ? await inquiryFindings(database, now) : []),
  ]
}

/** What brands need beside their hosts: a complete entry, and mails that are taken for theirs. */
async function brandFindings(entries: readonly BrandEntry[], network: Network): Promise<Finding[]> {
  const { MAIL_FROM = '', REPLY_DOMAIN = '' } = readWorkerConfig().vars
  const borrowed = entries.some(({ mail }) => mail?.from === undefined) ? MAIL_FROM : ''
  const ofSenders = await Promise.all(
    senderAddresses(entries, borrowed).map((address) => senderFindings(address, network)),
  )
  return [...ofSenders.flat(), ...(REPLY_DOMAIN === '' ? [] : [await replyFinding(REPLY_DOMAIN, network)])]
}

/** The hosts to which links of the admin lead, so that Access has to stand in front of them: for all brands, and for each that has an audience. */
function hostsOfAdmin(audiences: string, origins: string): Set<string> {
  const { all = null, ofBrands = {} } = adminOriginsOf(origins) ?? {}
  const read = audiencesOf(
    audiences,
    brands.map(({ id }) => id),
  )
  return new Set(
    read.audiences.map(({ brandId }) => {
      const own = brandId === null ? all : (ofBrands[brandId] ?? all)
      return new URL(own ?? (brandId === null ? defaultBrand : brandWithId(brandId)).origin).hostname
    }),
  )
}

await runCommand(async () => {
  const { values, positionals } = readArguments()
  const [only] = positionals
  const hosts = brandHosts(registry).filter(({ host }) => only === undefined || host === only)
  if (hosts.length === 0)
    throw new OperatorError(
      `No brand has the host ${only}. The hosts are ${brandHosts(registry)
        .map(({ host }) => host)
        .join(', ')}.`,
    )
  const now = new Date()
  const network = ownNetwork()
  const { ADMIN_ORIGIN = '', ACCESS_AUD = '' } = readWorkerConfig().vars
  const adminHosts = hostsOfAdmin(ACCESS_AUD, ADMIN_ORIGIN)
  const ofHosts = await Promise.all(
    hosts.map(({ host, brandId }) => {
      const brand = brands.find(({ id }) => id === brandId) ?? defaultBrand
      const canonical = (brand.indexing === 'own' ? brand : defaultBrand).origin
      return hostFindings({ host, brand, canonical, hasAdmin: adminHosts.has(host) }, network, now)
    }),
  )
  const entries = [registry.default, ...registry.partners].filter(({ id }) =>
    hosts.some(({ brandId }) => brandId === id),
  )
  const ofAccount = hasToken() ? await accountFindings(now) : []
  const findings = [
    ...entries.flatMap(({ id }) => entryFindings(registry, id)),
    ...ofHosts.flat(),
    ...(await brandFindings(entries, network)),
    ...ofAccount.filter(({ about }) => only === undefined || about === only),
  ]
  console.log(values.json ? JSON.stringify(findings, null, 2) : findingLines(findings).join('\n'))
  const wrong = findings.filter(({ ok }) => !ok).length
  if (!values.json) console.log(wrong === 0 ? 'Everything is right.' : `${wrong} to mend.`)
  if (wrong > 0) process.exitCode = 1
})
