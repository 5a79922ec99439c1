import { registry } from '../../brand/registry.ts'
import { sealVersions } from '../../database/legal-version.ts'
import { build } from '../built-site.ts'
import { loadFirstContent } from '../first-content.ts'
import { migrationNames } from '../local-state.ts'
import { run } from '../programs.ts'
import { BUILT_CONFIG, OperatorError } from '../settings.ts'
import { readWorkerConfig, requireBindings, settingFaultLines } from '../worker-config.ts'
import { hasToken, signIn, type Cloudflare } from './cloudflare.ts'
import { confirm } from './confirm.ts'
import { createCustomHostnames, reachableHosts, redirectToHttps } from './domains.ts'
import { brandHosts, domainOf, senderAddresses } from './hosts-and-zones.ts'
import { legalTexts } from './legal-texts.ts'
import { missingInAccount, missingLines, missingSecrets, placeholderLines, type Missing } from './missing.ts'
import { planDeployment, planLines, type Release } from './plan.ts'
import { confirmLive, promote, readyBefore } from './release.ts'
import { remoteDatabase } from './remote-database.ts'
import { createResources, resourceNames, writeDeployConfig } from './resources.ts'
import { subscribeToMails } from './subscribe-to-mails.ts'
import { surveyAccount, type Survey } from './survey.ts'
import { readTag } from './tag.ts'
import { upload } from './upload.ts'
import { readWorker, uploadedVersion, versionMessage } from './versions.ts'

interface Options {
  /** Only prints what is missing and what would be done. */
  isDryRun: boolean
  /** Agrees to the plan beforehand. */
  isAgreed: boolean
  /** Fills empty boards with what is true on every installation. */
  withFirstContent: boolean
}

/** Domains from which the site sends: none without MAIL_FROM, because no mail is sent then. */
const sendersOf = (mailFrom: string) =>
  mailFrom === '' ? [] : [...new Set(senderAddresses([registry.default, ...registry.partners], mailFrom).map(domainOf))]

/** What the wishes of this checkout are, once it is built. */
async function readRelease(secret: string): Promise<Release> {
  const config = readWorkerConfig()
  return {
    names: resourceNames(config),
    tag: await readTag(secret),
    crons: config.triggers.crons ?? [],
    senders: sendersOf(config.vars.MAIL_FROM ?? ''),
    migrations: await migrationNames(),
    texts: await legalTexts(new Date()),
    objectsTag: config.migrations.at(-1)?.tag ?? null,
  }
}

/** What this checkout lacks, whatever the account has. */
function missingHere(): Missing[] {
  return [
    ...placeholderLines(registry),
    ...settingFaultLines(readWorkerConfig().vars).map((line) => ({
      what: line.trim(),
      how: 'mend it in wrangler.toml',
    })),
  ]
}

/** Survey of an account of which nothing is known. */
const nothingKnown = (): Survey => ({
  kvId: null,
  d1Id: null,
  hasBucket: false,
  queueId: null,
  subscribed: [],
  worker: null,
  secrets: [],
  crons: [],
  migrations: [],
  sealed: [],
  hosts: [],
  zones: [],
  zonesWithoutHttps: [],
  fallbackOrigin: null,
  hasCustomHostnames: true,
  isPaid: null,
  forbidden: [],
})

/**
 * Brings this checkout live, from whatever the account has: from nothing, from the release before, or from where an earlier run was ended.
 * @throws OperatorError with the list of what is missing, or with the check that failed
 */
export async function runDeployment({ isDryRun, isAgreed, withFirstContent }: Options): Promise<void> {
  requireBindings()
  const here = missingHere()
  // Nothing is asked of an account for a checkout that cannot be deployed.
  if (here.length > 0 && !isDryRun) throw new OperatorError(missingText(here))
  const cloudflare = isDryRun && !hasToken() ? null : await signIn()
  console.log('Building …')
  await build()
  const secret = process.env.TURNSTILE_SECRETS ?? ''
  const release = await readRelease(secret)
  const survey = cloudflare ? await surveyAccount(cloudflare, release.names, brandHosts(registry)) : nothingKnown()
  const missing = [
    ...here,
    ...missingSecrets(registry, readWorkerConfig().vars, secret, survey.secrets),
    ...(cloudflare ? missingInAccount(survey, release) : []),
  ]
  const steps = planDeployment(release, survey)
  console.log(planLines(steps).join('\n'))
  if (isDryRun) {
    if (!cloudflare)
      console.log(
        'CLOUDFLARE_API_TOKEN is not set, so this is the plan for an empty account, without its hosts. Set it (docs/deploying.md, The first hour, step 3) to see what the account lacks.',
      )
    if (missing.length > 0) console.log(`A deployment would be refused. ${missingText(missing)}`)
    await run('wrangler', ['deploy', '--dry-run', '--config', BUILT_CONFIG], 'The dry run')
    if (cloudflare && missing.length === 0) console.log('Nothing is missing: npm run deploy carries this plan out.')
    return
  }
  if (missing.length > 0) throw new OperatorError(missingText(missing))
  if (survey.isPaid === null)
    console.log(
      'Note: this token may not read the plan. The site needs Workers Paid (dashboard: Workers & Pages, Plans).',
    )
  if (!isAgreed && steps.some(({ asks }) => asks)) await confirm('Go on?')
  if (!cloudflare) return
  const database = await carryOut(cloudflare, release, survey, secret)
  if (withFirstContent) await fillBoards(database)
  await subscribeToMails(release, survey)
}

const missingText = (missing: readonly Missing[]) => `Missing:\n${missingLines(missing).join('\n')}`

async function fillBoards(database: D1Database): Promise<void> {
  const entries = await loadFirstContent(database, new Date(), { ofAnySite: true })
  console.log(
    entries === 0
      ? 'The boards already have entries, so the first content is left out.'
      : `${entries} board entries written.`,
  )
}

/** @returns the site's database */
async function carryOut(cloudflare: Cloudflare, release: Release, survey: Survey, secret: string): Promise<D1Database> {
  const { names, tag } = release
  const ids = await createResources(cloudflare, names, survey)
  const home = survey.hosts[0]?.zone?.id ?? null
  // Without hosts first: the Worker gets an address only once it is there and its tables are.
  const config = await writeDeployConfig(ids, [], home)
  const pending = release.migrations.filter((name) => !survey.migrations.includes(name))
  if (pending.length > 0) {
    console.log(`Applying ${pending.length} migration(s) …`)
    await run(
      'wrangler',
      ['d1', 'migrations', 'apply', 'DB', '--remote', '--config', config],
      'Applying the migrations',
      {
        timeoutMs: 600_000,
      },
    )
  }
  const message = versionMessage(release.migrations.at(-1) ?? 'none')
  const uploaded = survey.worker && uploadedVersion(survey.worker, tag)
  const reached = reachableHosts(survey.hosts, names.script)
  // A version that has the visitors already is not compared with itself.
  const before = await readyBefore(uploaded && uploaded.id === survey.worker?.live.id ? [] : reached)
  if (!uploaded) {
    console.log('Uploading …')
    const atOnce = survey.worker === null || survey.worker.objectsTag !== release.objectsTag
    await upload({ config, tag, message, atOnce, secrets: secret === '' ? {} : { TURNSTILE_SECRETS: secret } })
  }
  const worker = await readWorker(cloudflare, names.script)
  const version = worker && uploadedVersion(worker, tag)
  if (!worker || !version)
    throw new OperatorError('The version that was uploaded cannot be found. Run the command again.')
  // A version that has the visitors already is not taken from them again: an operator decides that.
  const live = worker.live.id === version.id ? null : worker.live.id
  const candidate = { script: names.script, id: version.id, live, config, message, before }
  await promote(candidate, reached)
  const records = await createCustomHostnames(cloudflare, survey)
  console.log('Setting hosts and crons …')
  const triggers = await writeDeployConfig(ids, survey.hosts, home)
  await run('wrangler', ['triggers', 'deploy', '--config', triggers], 'Setting hosts and crons', { timeoutMs: 120_000 })
  await redirectToHttps(cloudflare, survey.zonesWithoutHttps)
  const hosts = survey.hosts.filter(({ zone, customHostname }) => zone !== null || customHostname?.status === 'active')
  const { CANARY = '', PAUSED } = readWorkerConfig().vars
  await confirmLive({ ...candidate, config: triggers }, hosts, {
    isNewHost: hosts.some(({ worker: owner, zone }) => zone !== null && owner !== names.script),
    canaryHost: CANARY === '' || PAUSED === 'on' || live === null ? null : (hosts[0]?.host ?? null),
  })
  const unsealed = release.texts.filter(
    ({ file, isAnnounced }) => isAnnounced && !survey.sealed.some((text) => text.file === file),
  )
  const database = remoteDatabase(cloudflare, ids.d1)
  await sealVersions(database, unsealed, new Date())
  console.log(`Live: version ${version.id} on ${hosts.map(({ host }) => host).join(', ')}`)
  if (records.length > 0)
    console.log(
      `Partners have to set these DNS records; npm run doctor says when they are right:\n${records.map((line) => `  ${line}`).join('\n')}`,
    )
  return database
}
