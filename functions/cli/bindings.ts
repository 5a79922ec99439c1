import { unstable_readConfig as readConfig } from 'wrangler'
import { envSchema } from '../env.ts'
import { OperatorError } from './settings.ts'

/** The part of wrangler's configuration that commands look at; its own type does not travel through the import. */
interface Config {
  vars: Record<string, string>
  kv_namespaces: { binding: string }[]
  d1_databases: { binding: string; database_name: string }[]
  r2_buckets: { binding: string }[]
  durable_objects: { bindings: { name: string }[] }
  ratelimits?: { name: string }[]
  assets?: { binding?: string }
}

/** Reads a configuration of the Worker. @throws OperatorError where it cannot be read. */
export function readWorkerConfig(path: string): Config {
  try {
    return readConfig({ config: path }, { hideWarnings: true }) as Config
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${String((error as Error).message).split('\n')[0]}`)
  }
}

/** Every name that a configuration puts into the Worker's env, vars included. */
export function boundNames({
  kv_namespaces,
  d1_databases,
  r2_buckets,
  durable_objects,
  ratelimits,
  assets,
  vars,
}: Config): string[] {
  return [
    ...[...kv_namespaces, ...d1_databases, ...r2_buckets].map(({ binding }) => binding),
    ...[...durable_objects.bindings, ...(ratelimits ?? [])].map(({ name }) => name),
    ...(assets?.binding ? [assets.binding] : []),
    ...Object.keys(vars),
  ]
}

/** Bindings that env.ts cannot do without; the vars have defaults there. */
const REQUIRED = Object.entries(envSchema.shape)
  .filter(([, schema]) => !schema.safeParse(undefined).success)
  .map(([name]) => name)

/**
 * Checks that a configuration binds all that the Worker needs.
 * @throws OperatorError that names what is missing.
 */
export function requireBindings(path: string): void {
  const bound = new Set(boundNames(readWorkerConfig(path)))
  const missing = REQUIRED.filter((name) => !bound.has(name))
  if (missing.length > 0)
    throw new OperatorError(
      `wrangler.toml lacks the binding ${missing.join(', ')}. Add it as functions/env.ts describes it, then start again.`,
    )
}
