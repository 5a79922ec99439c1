import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { RegistryEntries } from '../brand/schema.ts'
import { brandHosts } from './live-site.ts'
import { BUILT_CONFIG } from './settings.ts'

const BUILT = dirname(BUILT_CONFIG)
/**
 * The configuration that wrangler gets, in a folder beside the built one, because its paths are relative. Not in the same one: a site that
 * runs watches it and would start again.
 */
export const DEPLOY_CONFIG = join(BUILT, '../deploy/wrangler.json')

type Route = { pattern: string; custom_domain: true } | { pattern: string; zone_name: string }

/** The addresses of the Worker: each host of the registry is a custom domain, or a custom hostname of the zone that its brand names. */
export function routesOf(registry: RegistryEntries): Route[] {
  return brandHosts(registry).map(({ host, brand: { saasZone } }) =>
    saasZone === undefined ? { pattern: host, custom_domain: true } : { pattern: `${host}/*`, zone_name: saasZone },
  )
}

/**
 * Writes the built configuration with the hosts of the registry.
 * @param kvId of the namespace; wrangler finds the other resources by their names
 */
export async function writeDeployConfig(registry: RegistryEntries, kvId: string | null): Promise<void> {
  const built = JSON.parse(await readFile(BUILT_CONFIG, 'utf8')) as { main: string; kv_namespaces: object[] }
  const kv_namespaces = built.kv_namespaces.map((one) => ({ ...one, ...(kvId !== null && { id: kvId }) }))
  const main = `../${basename(BUILT)}/${built.main}`
  await mkdir(dirname(DEPLOY_CONFIG), { recursive: true })
  await writeFile(DEPLOY_CONFIG, JSON.stringify({ ...built, main, kv_namespaces, routes: routesOf(registry) }))
}
