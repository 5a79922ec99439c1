import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { placeholdersOf } from '../brand/entry-checks.ts'
import type { RegistryEntries } from '../brand/schema.ts'
import { siteKeyOf } from '../contract/site-keys.ts'
import { insertSealed, SELECT_SEALED, type SealedVersion } from '../database/legal-seal.ts'
import { build } from './built-site.ts'
import { DEPLOY_CONFIG, routesOf, writeDeployConfig } from './deploy-config.ts'
import { changedTexts, legalTexts, periodFindings } from './legal-texts.ts'
import {
  ask,
  brandHosts,
  checkHost,
  findingLine,
  readyFindings,
  waitForVersion,
  type BrandHost,
  type Finding,
} from './live-site.ts'
import { askWrangler, run, showWrangler } from './programs.ts'
import { OperatorError } from './run-command.ts'
import { inTemporaryFolder } from './temporary-folder.ts'
import { readWorkerConfig, requireAccount, requireBindings, settingFaultLines } from './worker-config.ts'

/** What a step that has failed leaves, and what follows. */
const AGAIN = 'Mend what wrangler says above, then run npm run deploy again: what is done is left as it is.'
const CONFIG = ['--config', DEPLOY_CONFIG]

/** What this checkout lacks, a line each that says what to do. Nothing is asked of the network. */
export function missingHere(registry: RegistryEntries): string[] {
  const ofBrands = [registry.default, ...registry.partners].flatMap((entry) => {
    const settings = placeholdersOf(entry)
    if (settings.length === 0) return []
    return `${entry.id}: placeholders in ${settings.join(', ')}. Fill them in in functions/brand/registry.ts, or remove the brand`
  })
  return [...ofBrands, ...settingFaultLines(readWorkerConfig().vars).map((line) => `${line.trim()} (wrangler.toml)`)]
}

/** Periods of the registry that are not those of the privacy policy in force. */
const otherPeriods = (...of: Parameters<typeof periodFindings>) =>
  periodFindings(...of).flatMap(({ id, problems }) => problems.map((problem) => `${id}: ${problem}`))

/** The secrets of the Worker that this checkout needs, each with the command that sets it. */
function neededSecrets({ default: first, partners }: RegistryEntries): string[] {
  const { TURNSTILE_SITE_KEYS = '' } = readWorkerConfig().vars
  const withTurnstile = [first, ...partners].filter(({ id, turnstile }) => {
    const set = siteKeyOf(TURNSTILE_SITE_KEYS, id)
    return set === undefined ? turnstile : set
  })
  const withWebhooks = [first, ...partners].filter(({ webhooks = [] }) => webhooks.length > 0)
  const needed = { TURNSTILE_SECRETS: withTurnstile, WEBHOOK_SECRETS: withWebhooks }
  return Object.entries(needed).flatMap(([secret, brands]) =>
    brands.length === 0
      ? []
      : `${secret}, for ${brands.map(({ id }) => id).join(', ')}: npx wrangler secret put ${secret}`,
  )
}

const listed = (lines: readonly string[]) => lines.map((line) => `  - ${line}`).join('\n')

/** `npm run deploy -- --dry-run`: builds, has wrangler check the configuration, and prints what would be done and what is missing. */
export async function printDryRun(registry: RegistryEntries): Promise<void> {
  requireBindings()
  await build()
  await writeDeployConfig(registry, null)
  await showWrangler(['deploy', '--dry-run', ...CONFIG], "wrangler's own dry run", 'Mend wrangler.toml.')
  const { name, d1_databases, r2_buckets, queues, triggers } = readWorkerConfig()
  const secrets = neededSecrets(registry)
  const now = new Date()
  const missing = [...missingHere(registry), ...otherPeriods(registry, await legalTexts(now), now)]
  console.log(
    [
      `npm run deploy would, in the account of CLOUDFLARE_API_TOKEN or of npx wrangler login:`,
      listed([
        `create what is not there yet: KV ${kvTitle(name)}, D1 ${d1_databases[0]?.database_name}, R2 ${r2_buckets[0]?.bucket_name}, queue ${queueOf(queues)}`,
        'apply the migrations that the database does not have',
        `upload the Worker ${name} and give it all visitors, with the crons ${(triggers.crons ?? []).join(' and ')}`,
        `set its hosts: ${routesOf(registry)
          .map((route) => ('zone_name' in route ? `${route.pattern} in ${route.zone_name}` : route.pattern))
          .join(', ')}`,
        'ask every host, and put the version before back where something is wrong',
        'seal the legal texts that visitors are shown',
      ]),
      ...(secrets.length > 0 ? [`The Worker needs these secrets:\n${listed(secrets)}`] : []),
      missing.length > 0 ? `It would be refused. Missing:\n${listed(missing)}` : 'Nothing is missing in this checkout.',
    ].join('\n'),
  )
}

const kvTitle = (name: string) => `${name}-cache`
const queueOf = ({ consumers }: ReturnType<typeof readWorkerConfig>['queues']) => consumers?.[0]?.queue ?? ''

const databasesSchema = z.array(z.object({ name: z.string() }))
const namespacesSchema = z.array(z.object({ id: z.string(), title: z.string() }))
const sealedVersion: z.ZodType<SealedVersion> = z.object({
  file: z.string(),
  sha256: z.string(),
  effective: z.string(),
})
const answersSchema = z.array(z.object({ results: z.array(sealedVersion) }))

/**
 * Creates what wrangler does not create by itself with the upload: the database, which the migrations need before, the queue, which it
 * only reads from, and the namespace, which it would create a second time where the upload after it has failed.
 * @returns id of the namespace
 */
async function createMissing(): Promise<string | null> {
  const { name, d1_databases, queues } = readWorkerConfig()
  const database = d1_databases[0]?.database_name ?? ''
  const databases = await askWrangler(databasesSchema, 'Looking for the database', 'd1', 'list', '--json')
  if (!databases.some((one) => one.name === database))
    await showWrangler(['d1', 'create', database], 'Creating the database', AGAIN)
  const listNamespaces = () => askWrangler(namespacesSchema, 'Looking for the namespace', 'kv', 'namespace', 'list')
  const idOf = (list: z.output<typeof namespacesSchema>) =>
    list.find(({ title }) => title === kvTitle(name))?.id ?? null
  let id = idOf(await listNamespaces())
  if (id === null) {
    await showWrangler(['kv', 'namespace', 'create', kvTitle(name)], 'Creating the namespace', AGAIN)
    id = idOf(await listNamespaces())
  }
  const isThere = await run('wrangler', ['queues', 'info', queueOf(queues)], 'Looking for the queue').then(
    () => true,
    () => false,
  )
  if (!isThere) await showWrangler(['queues', 'create', queueOf(queues)], 'Creating the queue', AGAIN)
  return id
}

/** Has a statement about the seals run on the deployed database. @returns its rows */
async function execute(what: string, sql: string): Promise<SealedVersion[]> {
  const answers = await askWrangler(
    answersSchema,
    what,
    'd1',
    'execute',
    'DB',
    '--remote',
    '--json',
    ...CONFIG,
    '--command',
    sql,
  )
  return answers.flatMap(({ results }) => results)
}

/**
 * What is wrong before a version has visitors, and so is no reason to put it back: an upstream that is away, a pause, and hosts of partners
 * whose DNS does not lead here yet.
 */
async function lookBefore(hosts: readonly BrandHost[]): Promise<{ reached: BrandHost[]; failing: Set<string> }> {
  const reached = await Promise.all(
    hosts.map(async (one) =>
      one.brand.saasZone !== undefined && typeof (await ask(`https://${one.host}/healthz`)) === 'string' ? [] : one,
    ),
  )
  const findings = await Promise.all(hosts.map(({ host }) => readyFindings(host)))
  const failing = findings.flat().flatMap(({ ok, name }) => (ok ? [] : name))
  return { reached: reached.flat(), failing: new Set(['readyz pause', 'readyz canary', ...failing]) }
}

/** Uploads the Worker and gives it all visitors. @returns the version */
const upload = (): Promise<string> =>
  inTemporaryFolder(async (folder) => {
    const output = join(folder, 'output.ndjson')
    const secrets = join(folder, 'secrets.json')
    const { TURNSTILE_SECRETS, WEBHOOK_SECRETS } = process.env
    const given = Object.entries({ TURNSTILE_SECRETS, WEBHOOK_SECRETS }).filter(([, value]) => value)
    await writeFile(secrets, JSON.stringify(Object.fromEntries(given)), { mode: 0o600 })
    await showWrangler(['deploy', ...CONFIG, '--secrets-file', secrets], 'Uploading', AGAIN, {
      WRANGLER_OUTPUT_FILE_PATH: output,
    })
    const lines = (await readFile(output, 'utf8')).trim().split('\n')
    const entries = lines.map((line) => JSON.parse(line) as { type: string; version_id?: string })
    const version = entries.find(({ type }) => type === 'deploy')?.version_id
    if (!version) throw new OperatorError('wrangler did not say which version it has uploaded. Run npm run doctor.')
    return version
  })

/** Puts the version before back. @throws OperatorError that says what was wrong, always */
async function goBack(findings: readonly Finding[]): Promise<never> {
  const wrong = `These checks of the live site failed:\n${findings.map((one) => `  ${findingLine(one)}`).join('\n')}`
  const reason = ['rollback', '--yes', '--message', 'a check of the live site failed', ...CONFIG]
  await showWrangler(reason, 'Putting the version before back', '').catch((error: Error) => {
    throw new OperatorError(
      `${wrong}\n${error.message} The new version has all visitors; where it is the first one there is none before it. Mend what is wrong and run npm run deploy again.`,
    )
  })
  throw new OperatorError(
    `${wrong}\nThe version before has all visitors again. Tables and hosts are those of the new one, which it works with. Mend what is wrong and run npm run deploy again.`,
  )
}

/**
 * `npm run deploy`: brings this checkout live, the first time and each release after it. Can be run again from wherever it has ended.
 * @param patienceMs how long the new version may need to be on every host
 * @throws OperatorError that says what is missing, which step failed and what to do
 */
export async function deploy(registry: RegistryEntries, { patienceMs }: { patienceMs?: number } = {}): Promise<void> {
  requireBindings()
  const now = new Date()
  const texts = await legalTexts(now)
  const missing = [...missingHere(registry), ...otherPeriods(registry, texts, now)]
  if (missing.length > 0) throw new OperatorError(`Missing:\n${listed(missing)}`)
  requireAccount()
  console.log('Building …')
  await build()
  await writeDeployConfig(registry, await createMissing())
  await showWrangler(['d1', 'migrations', 'apply', 'DB', '--remote', ...CONFIG], 'Applying the migrations', AGAIN)
  const sealed = await execute('Reading the seals of the legal texts', SELECT_SEALED)
  const changed = changedTexts(sealed, texts)
  if (changed.length > 0)
    throw new OperatorError(
      `${listed(changed)}\ndocs/CONTRIBUTING.md, How to add: a legal version. Nothing was uploaded.`,
    )
  const { reached: hosts, failing } = await lookBefore(brandHosts(registry))
  const version = await upload()
  console.log('Checking the live site; a new host gets its certificate within minutes …')
  const late = await waitForVersion(version, hosts, patienceMs)
  const findings = (await Promise.all(hosts.map(checkHost))).flat()
  console.log(findings.map(findingLine).join('\n'))
  const wrong = [
    ...late.map((host) => ({ about: host, name: 'version', ok: false, detail: 'the new one does not answer there' })),
    ...findings.filter(({ ok, name }) => !ok && !failing.has(name)),
  ]
  if (wrong.length > 0) await goBack(wrong)
  const unsealed = texts.filter(({ file, isAnnounced }) => isAnnounced && !sealed.some((one) => one.file === file))
  if (unsealed.length > 0) await execute('Sealing the legal texts', insertSealed(unsealed, new Date()))
  console.log(`Live: version ${version} on ${hosts.map(({ host }) => host).join(', ')}`)
}
