import { z } from 'zod'
import { appliedMigrations } from '../../database/migrations.ts'
import { sealedVersions, type SealedVersion } from '../../database/legal-version.ts'
import { Refusal, type Cloudflare } from './cloudflare.ts'
import { zoneOf, type BrandHost, type Zone } from './hosts-and-zones.ts'
import { remoteDatabase } from './remote-database.ts'
import { readWorker, type LiveWorker } from './versions.ts'

/** Names of the resources that the site needs. */
export interface ResourceNames {
  script: string
  kv: string
  d1: string
  r2: string
  /** Of what became of mails; null: none. */
  queue: string | null
}

/** A host of a brand, and what leads to it. */
export interface HostState extends BrandHost {
  /** The zone of the account that it is in; null: a partner's own. */
  zone: Zone | null
  /** The Worker whose custom domain it is. */
  worker: string | null
  /** Other DNS records of its name, such as `A 203.0.113.7`. */
  records: string[]
  /** Its custom hostname, where it is in no zone of the account. */
  customHostname: { status: string; records: string[] } | null
}

/** What an account has of the site. */
export interface Survey {
  kvId: string | null
  d1Id: string | null
  hasBucket: boolean
  queueId: string | null
  /** Domains whose mails the queue hears of. */
  subscribed: string[]
  /** Null before the first deployment. */
  worker: LiveWorker | null
  /** Names of the Worker's secrets. */
  secrets: string[]
  crons: string[]
  migrations: string[]
  sealed: SealedVersion[]
  hosts: HostState[]
  /** Of the account. */
  zones: Zone[]
  /** Zones of the site without 'Always Use HTTPS'. */
  zonesWithoutHttps: Zone[]
  fallbackOrigin: string | null
  /** Whether Cloudflare for SaaS is on in the zone of the default brand, as far as a host needs it. */
  hasCustomHostnames: boolean
  /** Null: the token may not read it. */
  isPaid: boolean | null
  /** What the token may not do. */
  forbidden: string[]
}

const named = z.object({ id: z.string(), name: z.string() })
const record = z.object({ type: z.string(), name: z.string(), content: z.string() })
const subscription = z.object({ source: z.object({ type: z.string(), domain: z.string().optional() }) })
const verification = z.object({ name: z.string(), value: z.string(), type: z.string() })
const customHostname = z.object({
  hostname: z.string(),
  status: z.string().default('pending'),
  ownership_verification: verification.optional(),
  ssl: z
    .object({
      validation_records: z
        .array(z.object({ txt_name: z.string().optional(), txt_value: z.string().optional() }))
        .default([]),
    })
    .optional(),
})
export type CustomHostname = z.output<typeof customHostname>
export const customHostnameSchema = customHostname

/** The records that prove to Cloudflare whose host it is. */
export const proofOf = ({ ownership_verification: own, ssl }: CustomHostname): string[] => [
  ...(own ? [`${own.type.toUpperCase()} ${own.name} → ${own.value}`] : []),
  ...(ssl?.validation_records ?? []).flatMap(({ txt_name, txt_value }) =>
    txt_name !== undefined ? [`TXT ${txt_name} → ${txt_value}`] : [],
  ),
]

/** Reads what an account has of the site, and changes nothing. What the token may not read counts as not there and is named. */
export async function surveyAccount(
  cloudflare: Cloudflare,
  names: ResourceNames,
  hosts: readonly BrandHost[],
): Promise<Survey> {
  const forbidden = new Set<string>()
  let hasCustomHostnames = true
  /** @param permission that the call needs, as Cloudflare's page of tokens calls it */
  const ask = <T>(permission: string, none: T, work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      if (error.isForSaas) hasCustomHostnames = false
      else if (error.isForbidden) forbidden.add(permission)
      else if (error.status !== 404) throw error
      return none
    })
  const script = `./workers/scripts/${names.script}`
  const [kv, d1, hasBucket, queues, worker, secrets, crons, zones, domains, isPaid] = await Promise.all([
    ask('Account, Workers KV Storage: Edit', [], () =>
      cloudflare.list('./storage/kv/namespaces', z.object({ id: z.string(), title: z.string() })),
    ),
    ask('Account, D1: Edit', [], () =>
      cloudflare.list('./d1/database', z.object({ uuid: z.string(), name: z.string() })),
    ),
    ask('Account, Workers R2 Storage: Edit', false, () =>
      cloudflare.get(`./r2/buckets/${names.r2}`, z.object({ name: z.string() })).then(() => true),
    ),
    names.queue === null
      ? []
      : ask('Account, Queues: Edit', [], () =>
          cloudflare.list('./queues', z.object({ queue_id: z.string(), queue_name: z.string() })),
        ),
    ask('Account, Workers Scripts: Edit', null, () => readWorker(cloudflare, names.script)),
    ask('Account, Workers Scripts: Edit', [], () =>
      cloudflare.get(`${script}/secrets`, z.array(z.object({ name: z.string() }))),
    ),
    ask('Account, Workers Scripts: Edit', { schedules: [] }, () =>
      cloudflare.get(`${script}/schedules`, z.object({ schedules: z.array(z.object({ cron: z.string() })) })),
    ),
    ask('Zone, Zone: Read', [], () => cloudflare.list(`/zones?account.id=${cloudflare.accountId}`, named)),
    ask('Account, Workers Scripts: Edit', [], () =>
      cloudflare.list('./workers/domains', z.object({ hostname: z.string(), service: z.string() })),
    ),
    ask('Account, Billing: Read', null, () => readPlan(cloudflare)),
  ])
  const d1Id = worker?.bound.d1 ?? d1.find(({ name }) => name === names.d1)?.uuid ?? null
  const queueId = queues.find(({ queue_name }) => queue_name === names.queue)?.queue_id ?? null
  const subscriptions =
    queueId === null
      ? []
      : await ask('Account, Queues: Edit', [], () =>
          cloudflare.list(`./event_subscriptions/subscriptions?queue_id=${queueId}`, subscription),
        )
  const homeZone = zoneOf(hosts[0]?.host ?? '', zones)
  const states = await Promise.all(
    hosts.map(async (host): Promise<HostState> => {
      const zone = zoneOf(host.host, zones)
      const owner = domains.find(({ hostname }) => hostname === host.host)?.service ?? null
      const records =
        zone && owner === null
          ? await ask('Zone, DNS: Edit', [], () =>
              cloudflare.list(`/zones/${zone.id}/dns_records?name=${host.host}`, record),
            )
          : []
      const custom =
        zone || !homeZone
          ? []
          : await ask('Zone, SSL and Certificates: Edit', [], () =>
              cloudflare.list(`/zones/${homeZone.id}/custom_hostnames?hostname=${host.host}`, customHostname),
            )
      return {
        ...host,
        zone,
        worker: owner,
        records: records.map(({ type, content }) => `${type} ${content}`),
        customHostname: custom[0] ? { status: custom[0].status, records: proofOf(custom[0]) } : null,
      }
    }),
  )
  const own = [...new Map(states.flatMap(({ zone }) => (zone ? [[zone.id, zone]] : []))).values()]
  const settings = await Promise.all(
    own.map((zone) =>
      ask('Zone, Zone Settings: Edit', 'unknown', async () => {
        const { value } = await cloudflare.get(
          `/zones/${zone.id}/settings/always_use_https`,
          z.object({ value: z.string() }),
        )
        return value
      }),
    ),
  )
  const needsFallback = homeZone && states.some(({ zone }) => !zone)
  const database = d1Id === null ? null : remoteDatabase(cloudflare, d1Id)
  const migrations = database ? await ask('Account, D1: Edit', [], () => appliedMigrations(database)) : []
  return {
    kvId: worker?.bound.kv ?? kv.find(({ title }) => title === names.kv)?.id ?? null,
    d1Id,
    hasBucket,
    queueId,
    subscribed: subscriptions.flatMap(({ source }) => source.domain ?? []),
    worker,
    secrets: secrets.map(({ name }) => name),
    crons: crons.schedules.map(({ cron }) => cron),
    migrations,
    sealed: database && migrations.includes('0019_legal_versions.sql') ? await sealedVersions(database) : [],
    hosts: states,
    zones,
    zonesWithoutHttps: own.filter((_, index) => settings[index] === 'off'),
    fallbackOrigin: needsFallback
      ? await ask('Zone, SSL and Certificates: Edit', null, async () => {
          const path = `/zones/${homeZone.id}/custom_hostnames/fallback_origin`
          return (await cloudflare.get(path, z.object({ origin: z.string() }))).origin
        })
      : null,
    hasCustomHostnames,
    isPaid,
    forbidden: [...forbidden],
  }
}

async function readPlan(cloudflare: Cloudflare): Promise<boolean> {
  const plans = await cloudflare.get('./subscriptions', z.array(z.object({ rate_plan: z.object({ id: z.string() }) })))
  return plans.some(({ rate_plan }) => rate_plan.id.startsWith('workers_paid'))
}
