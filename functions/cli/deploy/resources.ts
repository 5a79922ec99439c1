import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { BUILT_CONFIG, OperatorError } from '../settings.ts'
import type { readWorkerConfig } from '../worker-config.ts'
import type { Cloudflare } from './cloudflare.ts'
import type { HostState, ResourceNames, Survey } from './survey.ts'

/** The built Worker's configuration with ids and hosts: beside the built one, because its paths are relative. */
export const DEPLOY_CONFIG = join(dirname(BUILT_CONFIG), 'deploy.json')

/** Ids of the resources in the account. */
export interface ResourceIds {
  kv: string
  d1: string
}

/** Names by which the resources are found again: those that wrangler itself would choose. */
export function resourceNames({
  name,
  kv_namespaces,
  d1_databases,
  r2_buckets,
  queues,
}: ReturnType<typeof readWorkerConfig>): ResourceNames {
  const [kv] = kv_namespaces
  const [d1] = d1_databases
  const bucket = r2_buckets[0]?.bucket_name
  if (!kv || !d1 || bucket === undefined)
    throw new OperatorError('wrangler.toml lacks a KV namespace, a D1 database or an R2 bucket with a name.')
  return {
    script: name,
    kv: `${name}-${kv.binding.toLowerCase()}`,
    d1: d1.database_name,
    r2: bucket,
    queue: queues.consumers?.[0]?.queue ?? null,
  }
}

/**
 * Creates what is not there yet. Each is looked up by its name before, because the answer of an earlier run may have been lost; wrangler's
 * own provisioning creates them with the upload and then fails at names that exist.
 */
export async function createResources(
  cloudflare: Cloudflare,
  names: ResourceNames,
  survey: Survey,
): Promise<ResourceIds> {
  const id = z.object({ id: z.string() })
  const uuid = z.object({ uuid: z.string() })
  const kv = survey.kvId ?? (await cloudflare.send('POST', './storage/kv/namespaces', { title: names.kv }, id)).id
  const d1 = survey.d1Id ?? (await cloudflare.send('POST', './d1/database', { name: names.d1 }, uuid)).uuid
  if (!survey.hasBucket) await cloudflare.send('POST', './r2/buckets', { name: names.r2 }, z.unknown())
  if (names.queue !== null && survey.queueId === null)
    await cloudflare.send('POST', './queues', { queue_name: names.queue }, z.unknown())
  return { kv, d1 }
}

/** Writes the configuration that wrangler uploads and gives its path. @param hosts none: the Worker gets no address */
export async function writeDeployConfig(
  ids: ResourceIds,
  hosts: readonly HostState[],
  homeZoneId: string | null,
): Promise<string> {
  const config = JSON.parse(await readFile(BUILT_CONFIG, 'utf8')) as {
    kv_namespaces: object[]
    d1_databases: object[]
  } & Record<string, unknown>
  const routes = hosts.map(({ host, zone }) =>
    zone ? { pattern: host, custom_domain: true, zone_id: zone.id } : { pattern: `${host}/*`, zone_id: homeZoneId },
  )
  await writeFile(
    DEPLOY_CONFIG,
    JSON.stringify({
      ...config,
      kv_namespaces: config.kv_namespaces.map((one) => ({ ...one, id: ids.kv })),
      d1_databases: config.d1_databases.map((one) => ({ ...one, database_id: ids.d1 })),
      ...(routes.length > 0 && { routes }),
    }),
  )
  return DEPLOY_CONFIG
}
