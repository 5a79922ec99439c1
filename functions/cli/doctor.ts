import { parseArgs } from 'node:util'
import { brands, brandWithId, defaultBrand } from '../brand/hosts.ts'
import { registry } from '../brand/registry.ts'
import { audiencesOf } from '../contract/access-audiences.ts'
import { adminOriginsOf } from '../contract/admin-origins.ts'
import { signIn } from './deploy/cloudflare.ts'
import { brandHosts } from './deploy/hosts.ts'
import { remoteDatabase } from './deploy/remote-database.ts'
import { readTag } from './deploy/tag.ts'
import { readWorker } from './deploy/versions.ts'
import { inquiryFindings, versionFinding } from './doctor/account-findings.ts'
import { findingLines, type Finding } from './doctor/finding.ts'
import { hostFindings } from './doctor/host-findings.ts'
import { ownNetwork } from './doctor/network.ts'
import { senderFindings } from './doctor/sender-findings.ts'
import { OperatorError, runCommand } from './settings.ts'
import { readWorkerConfig } from './worker-config.ts'

const USAGE = `npm run doctor                looks at every host of every brand, the senders of mails, and the account
npm run doctor -- HOST        looks at one host
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
  const worker = await readWorker(cloudflare, readWorkerConfig().name)
  const database = worker?.bound.d1 ? remoteDatabase(cloudflare, worker.bound.d1) : null
  return [versionFinding(worker, await readTag()), ...(database ? await inquiryFindings(database, now) : [])]
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
  const { ADMIN_ORIGIN = '', ACCESS_AUD = '', MAIL_FROM = '' } = readWorkerConfig().vars
  const adminHosts = hostsOfAdmin(ACCESS_AUD, ADMIN_ORIGIN)
  const ofHosts = await Promise.all(
    hosts.map(({ host, brandId }) => {
      const brand = brands.find(({ id }) => id === brandId) ?? defaultBrand
      const canonical = (brand.indexing === 'own' ? brand : defaultBrand).origin
      return hostFindings({ host, brand, canonical, hasAdmin: adminHosts.has(host) }, network, now)
    }),
  )
  const senders = only === undefined && MAIL_FROM !== '' ? [MAIL_FROM] : []
  const ofSenders = await Promise.all(senders.map((address) => senderFindings(address, network)))
  const isSignedIn = process.env.CLOUDFLARE_API_TOKEN !== undefined && only === undefined
  const findings = [...ofHosts.flat(), ...ofSenders.flat(), ...(isSignedIn ? await accountFindings(now) : [])]
  console.log(values.json ? JSON.stringify(findings, null, 2) : findingLines(findings).join('\n'))
  const wrong = findings.filter(({ ok }) => !ok).length
  if (!values.json) console.log(wrong === 0 ? 'Everything is right.' : `${wrong} to mend.`)
  if (wrong > 0) process.exitCode = 1
})
