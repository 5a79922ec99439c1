import { unstable_readConfig as readConfig } from 'wrangler'
import { brands } from '../brand/hosts.ts'
import { audiencesOf } from '../contract/access-audiences.ts'
import { adminOriginFaults, adminOriginsOf } from '../contract/admin-origins.ts'
import { envSchema } from '../env.ts'
import { OperatorError } from './run-command.ts'
import { CONFIG } from './settings.ts'

/** The part of wrangler.toml that commands read; wrangler does not export a complete type. */
interface WorkerConfig {
  name: string
  account_id?: string
  compatibility_date: string
  vars: Record<string, string>
  kv_namespaces: { binding: string }[]
  d1_databases: { binding: string; database_name: string }[]
  r2_buckets: { binding: string; bucket_name?: string }[]
  ratelimits?: { name: string }[]
  triggers: { crons?: string[] }
  queues: { consumers?: { queue: string }[] }
}

/** Reads wrangler.toml. @throws OperatorError if it is missing or invalid. */
export function readWorkerConfig(): WorkerConfig {
  try {
    return readConfig({ config: CONFIG }, { hideWarnings: true }) as WorkerConfig
  } catch (error) {
    throw new OperatorError(`${CONFIG} cannot be read: ${String((error as Error).message).split('\n')[0]}`)
  }
}

/** @throws OperatorError where nobody has said which account: wrangler would take the first one that it has ever seen */
export function requireAccount(): void {
  if (!process.env.CLOUDFLARE_ACCOUNT_ID && readWorkerConfig().account_id === undefined)
    throw new OperatorError('Set CLOUDFLARE_ACCOUNT_ID to the account of the site (docs/deploying.md, The first time).')
}

/** @throws OperatorError that names the bindings which functions/env.ts requires and wrangler.toml lacks. */
export function requireBindings(): void {
  const { kv_namespaces, d1_databases, r2_buckets, ratelimits = [], vars } = readWorkerConfig()
  const bound = new Set([
    ...[...kv_namespaces, ...d1_databases, ...r2_buckets].map(({ binding }) => binding),
    ...ratelimits.map(({ name }) => name),
    ...Object.keys(vars),
  ])
  const required = Object.entries(envSchema.shape).filter(([, schema]) => !schema.safeParse(undefined).success)
  const missing = required.flatMap(([name]) => (bound.has(name) ? [] : name))
  if (missing.length > 0)
    throw new OperatorError(
      `wrangler.toml lacks the binding ${missing.join(', ')}. Add it as functions/env.ts describes it, then start again.`,
    )
}

/**
 * @param overrides vars that replace those of wrangler.toml
 * @throws OperatorError that names each faulty setting, and what to do
 */
export function requireSettings(overrides: Record<string, string> = {}): void {
  const faults = settingFaultLines({ ...readWorkerConfig().vars, ...overrides })
  if (faults.length > 0) throw new OperatorError(`Mend these settings in wrangler.toml:\n${faults.join('\n')}`)
}

/** A line for each faulty setting among the given vars, those of the site's parts and those that everything needs. */
export function settingFaultLines(vars: Record<string, string>): string[] {
  const given = Object.entries(envSchema.shape).filter(([name]) => name in vars)
  const faults = given.flatMap(([name, schema]) =>
    (schema.safeParse(vars[name]).error?.issues ?? []).map(({ message }) => `  ${name}: ${message}`),
  )
  const ids = brands.map(({ id }) => id)
  if (faults.length === 0 && vars.CANARY && !ids.includes(vars.CANARY))
    faults.push(`  CANARY: there is no brand with this id; write one of ${ids.join(', ')}, or leave it empty`)
  const origins = adminOriginsOf(vars.ADMIN_ORIGIN ?? '')
  for (const fault of origins ? adminOriginFaults(origins, ids) : []) faults.push(`  ADMIN_ORIGIN: ${fault}`)
  for (const fault of audiencesOf(vars.ACCESS_AUD ?? '', ids).faults) faults.push(`  ACCESS_AUD: ${fault}`)
  return faults
}
