import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getPlatformProxy } from 'wrangler'
import { z } from 'zod'
import { appliedMigrations } from '../database/migrations.ts'
import type { CommandLine } from '../commands/typed-commands.ts'
import type { StorageBindings } from './local-state.ts'
import { askWrangler } from './programs.ts'
import { OperatorError } from './run-command.ts'
import { inTemporaryFolder } from './temporary-folder.ts'
import { readWorkerConfig, requireAccount } from './worker-config.ts'

/** The bindings of the deployed site, with its commands. */
export type DeployedBindings = StorageBindings & { COMMAND_LINE: Service<CommandLine> }

const LOOK = 'The look at the deployed Worker'
const name = z.string()
const deploymentSchema = z.object({ versions: z.array(z.object({ version_id: z.string() })).min(1) })
const versionSchema = z.object({
  resources: z.object({
    bindings: z.array(
      z.union([
        z.object({ type: z.literal('d1'), name, id: z.string() }),
        z.object({ type: z.literal('kv_namespace'), name, namespace_id: z.string() }),
        z.object({ type: z.literal('r2_bucket'), name, bucket_name: z.string(), jurisdiction: z.string().optional() }),
        // No storage.
        z.object({ type: z.string() }),
      ]),
    ),
  }),
})

/**
 * The configuration of a platform proxy whose bindings are those of the deployed Worker: wrangler's remote bindings, with the operator's
 * own login. Ids are asked for, because wrangler.toml has none.
 * @throws OperatorError where nothing is deployed or the login is missing
 */
export async function remoteConfig() {
  const { name: service, account_id, compatibility_date } = readWorkerConfig()
  const deployment = await askWrangler(deploymentSchema, LOOK, 'deployments', 'status', '--json')
  const id = String(deployment.versions[0]?.version_id)
  const version = await askWrangler(versionSchema, LOOK, 'versions', 'view', id, '--json')
  const { bindings } = version.resources
  const remote = true
  return {
    // Not the Worker's own name: wrangler's proxy is no version of it.
    name: `${service}-operator`,
    ...(account_id !== undefined && { account_id }),
    compatibility_date,
    d1_databases: bindings.flatMap((one) => ('id' in one ? { binding: one.name, database_id: one.id, remote } : [])),
    kv_namespaces: bindings.flatMap((one) =>
      'namespace_id' in one ? { binding: one.name, id: one.namespace_id, remote } : [],
    ),
    r2_buckets: bindings.flatMap((one) => {
      if (!('bucket_name' in one)) return []
      const { name: binding, bucket_name, jurisdiction } = one
      return { binding, bucket_name, ...(jurisdiction !== undefined && { jurisdiction }), remote }
    }),
    services: [{ binding: 'COMMAND_LINE', service, entrypoint: 'CommandLine', remote }],
  }
}

/** wrangler prints what Cloudflare has answered before it throws. */
const notOpened = (error: unknown): never => {
  throw new OperatorError(
    `The remote session of wrangler was not opened: ${(error as Error).message}\nIt needs the token's permissions and the account's name below workers.dev (docs/deploying.md). Nothing was changed.`,
    { cause: error },
  )
}

/**
 * Opens the storage and the commands of the deployed site until `use` has finished.
 * @throws OperatorError where nobody is signed in, or the site cannot be reached
 */
export async function withDeployedState<T>(use: (bindings: DeployedBindings) => Promise<T>): Promise<T> {
  requireAccount()
  return inTemporaryFolder(async (folder) => {
    const configPath = join(folder, 'wrangler.json')
    await writeFile(configPath, JSON.stringify(await remoteConfig()))
    const proxy = await getPlatformProxy<DeployedBindings>({ configPath, persist: false }).catch(notOpened)
    try {
      // A first call of an entrypoint would block this process, also for signals, as long as the site cannot be reached.
      await appliedMigrations(proxy.env.DB).catch((error: unknown) => {
        throw new OperatorError(`The deployed site cannot be reached: ${(error as Error).message}`)
      })
      return await use(proxy.env)
    } finally {
      await proxy.dispose()
    }
  })
}
