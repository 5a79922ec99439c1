import { randomUUID } from 'node:crypto'

/** What a token may do; the names are those of Cloudflare's permission groups. */
export const PERMISSIONS = [
  'Account Settings Read',
  'Billing Read',
  'Workers Scripts Write',
  'Workers KV Storage Write',
  'D1 Write',
  'Workers R2 Storage Write',
  'Queues Write',
  'Email Sending Write',
  'Zone Read',
  'Workers Routes Write',
  'DNS Write',
  'SSL and Certificates Write',
  'Zone Settings Write',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export interface Module {
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

export interface Binding extends Record<string, unknown> {
  type: string
  name: string
}

/** Part `metadata` of an upload, as far as the platform looks at it. */
export interface UploadMetadata {
  main_module: string
  bindings: Binding[]
  keep_bindings?: string[]
  compatibility_date: string
  compatibility_flags?: string[]
  migrations?: { old_tag?: string; new_tag: string; steps: { new_sqlite_classes?: string[]; new_classes?: string[] }[] }
  assets?: { jwt: string; config?: Record<string, unknown> }
  annotations?: Record<string, string>
  observability?: unknown
}

export interface Version {
  id: string
  number: number
  created: string
  metadata: UploadMetadata
  /** With what was inherited, secrets with their values. */
  bindings: Binding[]
  modules: Module[]
  /** Path → hash of each asset. */
  assets: Record<string, string>
}

export interface Deployment {
  id: string
  created: string
  versions: { version_id: string; percentage: number }[]
  message?: string
}

export interface Worker {
  name: string
  tag: string
  migrationTag?: string
  classes: string[]
  versions: Version[]
  /** The newest last. */
  deployments: Deployment[]
  crons: string[]
  subdomain: { enabled: boolean; previews_enabled: boolean }
  settings: Record<string, unknown>
}

export interface Zone {
  id: string
  name: string
  settings: Record<string, string>
  records: { id: string; type: string; name: string; content: string; proxied?: boolean }[]
  routes: { id: string; pattern: string; script: string }[]
  customHostnames: { id: string; hostname: string; status: string; ssl: Record<string, unknown> }[]
  fallbackOrigin: string | null
  /** Whether Cloudflare for SaaS is switched on for it. */
  hasCustomHostnames: boolean
}

/** Everything that a company has at Cloudflare. */
export interface Account {
  id: string
  token: string
  plan: 'workers_free' | 'workers_paid'
  /** Its name below workers.dev. */
  subdomain: string | null
  permissions: Set<Permission>
  kv: { id: string; title: string }[]
  d1: { uuid: string; name: string; created_at: string }[]
  r2: { name: string; creation_date: string }[]
  queues: {
    queue_id: string
    queue_name: string
    consumers: { consumer_id: string; type: 'worker'; script: string }[]
  }[]
  subscriptions: {
    id: string
    source: { type: string; zone_id: string; domain: string }
    events: string[]
    queue: string
  }[]
  workers: Worker[]
  zones: Zone[]
  domains: { id: string; hostname: string; service: string; zone_id: string; zone_name: string; environment: string }[]
  /** Path and bytes of each asset that was uploaded, by hash. */
  assets: Map<string, { type: string; bytes: Uint8Array<ArrayBuffer> }>
  /** Paths and hashes that a token of an upload session stands for. */
  sessions: Map<string, Record<string, string>>
  /** Access applications: paths of hosts in front of which Access asks who it is. */
  access: { host: string; paths: string[]; team: string }[]
}

export const hexId = () => randomUUID().replaceAll('-', '')

export const newZone = (name: string): Zone => ({
  id: hexId(),
  name,
  settings: { always_use_https: 'off' },
  records: [],
  routes: [],
  customHostnames: [],
  fallbackOrigin: null,
  hasCustomHostnames: true,
})

/** An account with Workers Paid and nothing in it. */
export const newAccount = (zones: string[] = []): Account => ({
  id: hexId(),
  token: `token-${hexId()}`,
  plan: 'workers_paid',
  subdomain: 'company',
  permissions: new Set(PERMISSIONS),
  kv: [],
  d1: [],
  r2: [],
  queues: [],
  subscriptions: [],
  workers: [],
  zones: zones.map(newZone),
  domains: [],
  assets: new Map(),
  sessions: new Map(),
  access: [],
})
