import { z } from 'zod'
import { run } from '../programs.ts'
import { OperatorError } from '../settings.ts'
import { Refusal, type Cloudflare } from './cloudflare.ts'
import { isBuiltAs } from './tag.ts'

const annotations = z.record(z.string(), z.string()).default({})
const versionSchema = z.object({
  id: z.string(),
  number: z.number(),
  annotations: annotations.nullish().transform((given) => given ?? {}),
})
const boundSchema = z.object({ resources: z.object({ bindings: z.array(z.record(z.string(), z.unknown())) }) })
const deploymentSchema = z.object({
  versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })).min(1),
})

/** A version that was uploaded. */
export interface WorkerVersion {
  id: string
  /** Counts up with each upload. */
  number: number
  /** Fingerprint of what it was built from; null for one that this command has not uploaded. */
  tag: string | null
  /** File name of the last migration that it knows; null where that is not known. */
  migration: string | null
}

/** The Worker as Cloudflare has it. */
export interface LiveWorker {
  /** The newest first; Cloudflare names the ten last ones. */
  versions: WorkerVersion[]
  /** The version that has the visitors. */
  live: WorkerVersion
  /** A version that is deployed without visitors. */
  waiting: WorkerVersion | null
  /** Versions that had all visitors, one for each deployment, that of today first. */
  history: WorkerVersion[]
  /** Tag of the last migration of the Durable Objects. */
  objectsTag: string | null
  /** Ids of what it has bound. */
  bound: { kv: string | null; d1: string | null }
}

const MIGRATION = /migrations to (\S+\.sql)/
/** What an upload says about itself. */
export const versionMessage = (lastMigration: string): string => `migrations to ${lastMigration}`

/** Reads versions and deployments. Gives null where no such Worker was deployed. @throws Refusal */
export async function readWorker(cloudflare: Cloudflare, script: string): Promise<LiveWorker | null> {
  const path = `./workers/scripts/${script}`
  const service = await cloudflare
    .get(
      `./workers/services/${script}`,
      z.object({ default_environment: z.object({ script: z.object({ migration_tag: z.string().optional() }) }) }),
    )
    .catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 404) return null
      throw error
    })
  if (!service) return null
  const [{ items }, { deployments }] = await Promise.all([
    cloudflare.get(`${path}/versions`, z.object({ items: z.array(versionSchema) })),
    cloudflare.get(`${path}/deployments`, z.object({ deployments: z.array(deploymentSchema) })),
  ])
  const versions = items.map(({ id, number, annotations: given }): WorkerVersion => ({
    id,
    number,
    tag: given['workers/tag'] ?? null,
    migration: MIGRATION.exec(given['workers/message'] ?? '')?.[1] ?? null,
  }))
  const named = (id: string): WorkerVersion =>
    versions.find((one) => one.id === id) ?? { id, number: 0, tag: null, migration: null }
  const [latest] = deployments
  if (!latest) return null
  const first = latest.versions.reduce((most, one) => (one.percentage > most.percentage ? one : most))
  const idle = latest.versions.find(({ version_id }) => version_id !== first.version_id)
  const { resources } = await cloudflare.get(`${path}/versions/${first.version_id}`, boundSchema)
  const boundId = (type: string, key: string) => {
    const id = resources.bindings.find((binding) => binding.type === type)?.[key]
    return typeof id === 'string' ? id : null
  }
  return {
    versions,
    live: named(first.version_id),
    waiting: idle ? named(idle.version_id) : null,
    history: deployments.flatMap((one) =>
      one.versions.filter(({ percentage }) => percentage === 100).map(({ version_id }) => named(version_id)),
    ),
    objectsTag: service.default_environment.script.migration_tag ?? null,
    bound: { kv: boundId('kv_namespace', 'namespace_id'), d1: boundId('d1', 'id') },
  }
}

/**
 * The version that an earlier run has uploaded, or null. One that is older than the live version lacks what was changed since, such as a
 * secret: it is uploaded anew.
 */
export const uploadedVersion = ({ live, versions }: LiveWorker, tag: string): WorkerVersion | null =>
  versions
    .filter((one) => isBuiltAs(one.tag, tag) && one.number >= live.number)
    .toSorted((a, b) => b.number - a.number)[0] ?? null

/** Gives the visitors to `all`; `none` is deployed beside it without visitors. */
export async function giveVisitors(
  config: string,
  all: string,
  { none, message }: { none?: string; message: string },
): Promise<void> {
  const shares = [`${all}@100%`, ...(none !== undefined ? [`${none}@0%`] : [])]
  await run(
    'wrangler',
    ['versions', 'deploy', ...shares, '--yes', '--message', message, '--config', config],
    'The deployment of a version',
    {
      timeoutMs: 120_000,
    },
  )
}

/**
 * The version to which a rollback leads: the last one before today's that has had all visitors and was not left by going back. Whoever goes
 * back goes to a version with a smaller number, and leaves all with a greater one.
 */
export const versionBefore = ({ live, history }: LiveWorker): WorkerVersion | null =>
  history.find(({ number }) => number < live.number) ?? null

/**
 * @param migrations file names of the checkout, with whether one of them ends the way back
 * @throws OperatorError where a migration since `target` forbids the way back
 */
export function requireWayBack(
  target: WorkerVersion,
  applied: readonly string[],
  migrations: readonly { name: string; endsWayBack: boolean }[],
): void {
  if (target.migration === null)
    throw new OperatorError(
      `It is not known which tables version ${target.id} expects, so it is not put back. Deploy the release itself instead: git checkout, npm run deploy.`,
    )
  const since = applied.filter((name) => name > String(target.migration))
  const unknown = since.filter((name) => !migrations.some((one) => one.name === name))
  if (unknown.length > 0)
    throw new OperatorError(
      `The database has ${unknown.join(', ')}, which this checkout does not know. Run the command in the checkout that was deployed last.`,
    )
  const ending = since.filter((name) => migrations.some((one) => one.name === name && one.endsWayBack))
  if (ending.length > 0)
    throw new OperatorError(
      `${ending.join(', ')} forbids the way back: the release before does not work on these tables. Mend the fault and deploy again.`,
    )
}
