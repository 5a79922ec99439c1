import type { Brand } from '../../brand/schema.ts'
import { OperatorError } from '../settings.ts'
import type { ResourceIds } from './resources.ts'
import type { ResourceNames } from './survey.ts'

/** The part of the built Worker's configuration that a preview changes. */
export interface BuiltConfig {
  vars: Record<string, string>
  kv_namespaces: object[]
  d1_databases: object[]
  r2_buckets: object[]
  ratelimits: { namespace_id: string }[]
}

/** Settings that a preview shares with the site. All others have their defaults: no upstream, sender, canary or admin. */
const SHARED = ['UPSTREAM_TIMEOUT_MS', 'UPSTREAM_DELIVERY_TIMEOUT_MS', 'PAGE_CACHE']

/** Names of a preview, none of which is one of the site. @throws OperatorError for a label that no name may have */
export function previewNames(script: string, label: string): ResourceNames {
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(label))
    throw new OperatorError(`"${label}" is no name of a preview: use up to 20 lower-case letters, digits and hyphens.`)
  const own = label === 'preview' ? `${script}-preview` : `${script}-preview-${label}`
  return { script: own, kv: `${own}-cache`, d1: own, r2: `${own}-files`, queue: null }
}

/** The configuration of a preview: the same code, storage and limits of its own, an address of the platform, and nothing that reaches out. */
export function previewConfig(
  built: BuiltConfig,
  names: ResourceNames,
  ids: ResourceIds,
  brands: readonly Pick<Brand, 'id'>[],
): object {
  const { vars, kv_namespaces, d1_databases, r2_buckets, ratelimits } = built
  return {
    ...built,
    name: names.script,
    workers_dev: true,
    vars: {
      ...Object.fromEntries(Object.entries(vars).filter(([name]) => SHARED.includes(name))),
      // Widgets of Turnstile know the hosts of their brands only.
      TURNSTILE_SITE_KEYS: brands.map(({ id }) => `${id}=`).join(', '),
    },
    kv_namespaces: kv_namespaces.map((one) => ({ ...one, id: ids.kv })),
    d1_databases: d1_databases.map((one) => ({ ...one, database_id: ids.d1, database_name: names.d1 })),
    r2_buckets: r2_buckets.map((one) => ({ ...one, bucket_name: names.r2 })),
    // A counter belongs to the account: visitors of the preview use up none of the site's.
    ratelimits: ratelimits.map((one) => ({ ...one, namespace_id: `9${one.namespace_id}` })),
    send_email: [],
    queues: { producers: [], consumers: [] },
    triggers: { crons: [] },
  }
}
