import type { LegalText } from './legal-texts.ts'
import type { ResourceNames, Survey } from './survey.ts'
import { isBuiltAs } from './tag.ts'

export type Change = 'create' | 'change' | 'leave'

/** What a deployment does to one thing. */
export interface Step {
  change: Change
  what: string
  /** Whether visitors or others see it, or it may cost money: it is asked for first. */
  asks: boolean
}

/** What this checkout wants. */
export interface Release {
  names: ResourceNames
  /** Fingerprint of what is built. */
  tag: string
  crons: string[]
  /** Domains from which the site sends mails. */
  senders: string[]
  migrations: string[]
  texts: LegalText[]
  /** Tag of the last migration of the Durable Objects. */
  objectsTag: string | null
}

const sorted = (items: readonly string[]) => items.toSorted().join(', ')

/** What a deployment will create, change and leave, in its order. */
export function planDeployment(release: Release, survey: Survey): Step[] {
  const { names } = release
  const resource = (what: string, isThere: boolean): Step => ({
    change: isThere ? 'leave' : 'create',
    what,
    asks: !isThere,
  })
  const pending = release.migrations.filter((name) => !survey.migrations.includes(name))
  const isNew = survey.worker === null
  const isLive = survey.worker !== null && isBuiltAs(survey.worker.live.tag, release.tag)
  const unsealed = release.texts.filter(
    ({ file, isAnnounced }) => isAnnounced && !survey.sealed.some((one) => one.file === file),
  )
  return [
    resource(`KV namespace ${names.kv}`, survey.kvId !== null),
    resource(`D1 database ${names.d1}`, survey.d1Id !== null),
    resource(`R2 bucket ${names.r2}`, survey.hasBucket),
    ...(names.queue === null ? [] : [resource(`queue ${names.queue}`, survey.queueId !== null)]),
    {
      change: pending.length > 0 ? 'change' : 'leave',
      what:
        pending.length > 0
          ? `tables: ${pending.length} migration(s), to ${pending.at(-1)}`
          : 'tables: every migration is applied',
      asks: false,
    },
    isNew
      ? { change: 'create', what: `Worker ${names.script}`, asks: true }
      : {
          change: isLive ? 'leave' : 'change',
          what: `Worker ${names.script}: ${isLive ? 'this checkout is live' : 'a new version'}`,
          asks: false,
        },
    ...(!isNew && release.objectsTag !== survey.worker?.objectsTag
      ? [
          {
            change: 'change' as const,
            what: `Durable Objects: migration ${release.objectsTag}. Cloudflare gives such a version all visitors at once, and none before it comes back`,
            asks: true,
          },
        ]
      : []),
    ...survey.hosts.map((host): Step => hostStep(host, names.script)),
    ...(survey.hosts.some(({ zone }) => !zone) && survey.fallbackOrigin === null
      ? [{ change: 'create' as const, what: 'fallback origin for the hosts in zones of partners', asks: true }]
      : []),
    ...survey.zonesWithoutHttps.map(({ name }): Step => ({
      change: 'change',
      what: `zone ${name}: Always Use HTTPS on`,
      asks: true,
    })),
    {
      change: isNew ? 'create' : sorted(survey.crons) === sorted(release.crons) ? 'leave' : 'change',
      what: `crons ${release.crons.join(', ')}`,
      asks: false,
    },
    ...release.senders.map((domain) => resource(`events of mails from ${domain}`, survey.subscribed.includes(domain))),
    {
      change: unsealed.length > 0 ? 'create' : 'leave',
      what: unsealed.length > 0 ? `legal texts: ${unsealed.length} sealed` : 'legal texts: sealed',
      asks: unsealed.length > 0,
    },
  ]
}

function hostStep({ host, zone, worker, records, customHostname }: Survey['hosts'][number], script: string): Step {
  if (!zone)
    return customHostname
      ? { change: 'leave', what: `host ${host}: custom hostname, ${customHostname.status}`, asks: false }
      : { change: 'create', what: `host ${host}: custom hostname, because its zone is not in this account`, asks: true }
  if (worker === script) return { change: 'leave', what: `host ${host}: custom domain`, asks: false }
  if (worker !== null) return { change: 'change', what: `host ${host}: taken from the Worker ${worker}`, asks: true }
  if (records.length > 0)
    return { change: 'change', what: `host ${host}: custom domain in place of ${records.join(', ')}`, asks: true }
  return { change: 'create', what: `host ${host}: custom domain in zone ${zone.name}`, asks: true }
}

const SIGN: Record<Change, string> = { create: '+', change: '~', leave: '=' }

/** The plan as it is printed, a line for each step. */
export const planLines = (steps: readonly Step[]): string[] => [
  'Plan (+ created, ~ changed, = left):',
  ...steps.map(({ change, what }) => `  ${SIGN[change]} ${what}`),
]
