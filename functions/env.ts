import { z } from 'zod'
import { withDeadlines } from './deadlines/bindings.ts'
import { adminOriginsOf } from './contract/admin-origins.ts'
import { RATE_LIMIT_NAMES, type RateLimitName } from './contract/rate-limits.ts'
import { SECRETS, SITE_KEYS } from './contract/site-keys.ts'
import { WEBHOOK_SECRETS } from './contract/webhooks.ts'

const binding = <T>(name: string, method: string) =>
  z.custom<T>((value) => typeof (value as Record<string, unknown> | undefined)?.[method] === 'function', {
    message: `the binding ${name} is missing; see wrangler.toml`,
  })

const limits = {} as Record<RateLimitName, z.ZodType<RateLimit>>
for (const name of RATE_LIMIT_NAMES) limits[name] = binding<RateLimit>(name, 'limit')

/** An origin, or null where the setting is empty. @param example `empty` says what an empty setting means */
const origin = ({ example, empty }: { example: string; empty: string }) =>
  z
    .string()
    .default('')
    .transform((value, context) => {
      if (value === '') return null
      const url = URL.canParse(value) ? new URL(value) : null
      if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search !== '') {
        context.addIssue({
          code: 'custom',
          message: `"${value}" is not an origin; write it like ${example}, without a path, or leave it empty for ${empty}`,
        })
        return z.NEVER
      }
      return url.origin
    })

/** One origin, and others for brands whose operators enter elsewhere. */
const adminOrigins = z
  .string()
  .default('')
  .transform((value, context) => {
    const origins = adminOriginsOf(value)
    if (origins) return origins
    const message = `"${value}" is not an origin; write it like https://www.your-site.com, partner-a=https://partner-a.example, without a path, or leave it empty for the host of each brand`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** `team.cloudflareaccess.com`, or the whole origin; http only on this machine, for tests. Gives the origin, or null. */
const accessTeam = z
  .string()
  .regex(/^$|^(?:https:\/\/)?[a-z0-9.-]+$|^http:\/\/127\.0\.0\.1:\d+$/, 'write it like team.cloudflareaccess.com')
  .default('')
  .transform((value) => (value === '' ? null : value.includes('://') ? value : `https://${value}`))

const ADDRESS = 'write one address, such as site@example.com, or leave it empty'

/**
 * What a site can do without, or has a safe value for. The settings of each part are read apart: a faulty one turns off its own part, or
 * leaves it at that value (docs/operating.md#configuration).
 */
const PARTS = {
  /** Who may enter the admin (docs/contract.md#9). Without an identity there is no admin. */
  admin: z.object({
    /** Team domain of Cloudflare Access, which issues the tokens. */
    ACCESS_TEAM_DOMAIN: accessTeam,
    /**
     * Audience tags of the Access applications, such as `4714…, partner-a=9c1e…` (contract/access-audiences.ts). An entry that is faulty
     * admits nobody.
     */
    ACCESS_AUD: z.string().default(''),
    /** Secret of a local start, made anew by `npm start` and `npm run dev`; valid on loopback hosts only. */
    ADMIN_TOKEN: z.string().default(''),
  }),
  mail: z.object({
    /** Sender of the site's mails (docs/contract.md#10); empty: none is sent. */
    MAIL_FROM: z.union([z.literal(''), z.email(ADDRESS)], ADDRESS).default(''),
    MAIL: binding<SendEmail>('MAIL', 'send').optional(),
  }),
  'incoming mail': z.object({
    /** Domain whose mail comes to the Worker: replies of visitors to answers. Empty: they go to the address of the brand's company. */
    REPLY_DOMAIN: z
      .string()
      .regex(
        /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$|^$/,
        'write it like reply.example.com, or leave it empty',
      )
      .default(''),
  }),
  Turnstile: z.object({
    /**
     * Turnstile site keys of this deployment, such as `partner-a=0x4AAA, vcp-x=`. They override the brand registry; an empty key switches
     * Turnstile off. Also read by the Worker entry.
     */
    TURNSTILE_SITE_KEYS: z
      .string()
      .regex(SITE_KEYS, 'write it like partner-a=0x4AAA, vcp-x=0x4BBB, or leave it empty')
      .default(''),
    /**
     * Secret keys by site key, such as `0x4AAA=0x4SSS`, because each widget has its own. Set with `wrangler secret put TURNSTILE_SECRETS`,
     * never in wrangler.toml.
     */
    TURNSTILE_SECRETS: z.string().regex(SECRETS, 'write it like 0x4AAA=0x4SSS, 0x4BBB=0x4TTT').default(''),
    /** Endpoint that verifies Turnstile tokens. */
    TURNSTILE_VERIFY_URL: z
      .url({ protocol: /^https?$/, error: 'write the address of siteverify' })
      .default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  }),
  webhooks: z.object({
    /**
     * Secrets of the registry's webhooks by name, such as `crm=whsec_…` (contract/webhooks.ts). Set with `wrangler secret put
     * WEBHOOK_SECRETS`, never in wrangler.toml.
     */
    WEBHOOK_SECRETS: z
      .string()
      .regex(WEBHOOK_SECRETS, 'write it like crm=whsec_c2VjcmV0, and no comma in a secret')
      .default(''),
  }),
  canary: z.object({
    /** Id of the brand in whose name an inquiry of our own is sent every 15 minutes; empty: none. */
    CANARY: z
      .string()
      .regex(/^(?:[a-z][a-z0-9-]*)?$/, 'write the id of a brand, or leave it empty')
      .default(''),
  }),
  'admin links': z.object({
    /** Origins with which every link of the admin in a mail begins. */
    ADMIN_ORIGIN: adminOrigins,
  }),
  'page cache': z.object({
    /** `off` renders every page anew, for measuring. Read by the Worker entry. */
    PAGE_CACHE: z.enum(['on', 'off']).default('on'),
  }),
  deadline: z.object({
    /** Deadline of one call of a remote upstream in milliseconds: what a page or a visitor waits for. */
    UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(50).max(60_000).default(1000),
  }),
  'delivery deadline': z.object({
    /** Deadline of one call of a delivery in milliseconds; for an upload it counts from the last byte. */
    UPSTREAM_DELIVERY_TIMEOUT_MS: z.coerce.number().int().min(50).max(120_000).default(30_000),
  }),
}
export type PartName = keyof typeof PARTS
const PART_NAMES = Object.keys(PARTS) as PartName[]

const DEFAULT_COUNTS = 'its default counts'
/** What follows from a faulty setting of a part that is not off then. */
const EFFECTS: Partial<Record<PartName, string>> = {
  'admin links': 'links in mails lead to the host of each brand',
  webhooks: 'no webhook is told',
  'page cache': DEFAULT_COUNTS,
  deadline: DEFAULT_COUNTS,
  'delivery deadline': DEFAULT_COUNTS,
}
/** What a part is where one of its settings is faulty. */
const partInstead = (part: PartName) => PARTS[part].parse({})

/** What nothing works without. */
const needed = z.object({
  /** Origin of the remote upstream, or null for the embedded one. */
  UPSTREAM_URL: origin({ example: 'http://127.0.0.1:9000', empty: 'the embedded upstream' }),
  CACHE: binding<KVNamespace>('CACHE', 'getWithMetadata'),
  DB: binding<D1Database>('DB', 'prepare'),
  FILES: binding<R2Bucket>('FILES', 'put'),
  ...limits,
  ASSETS: binding<Fetcher>('ASSETS', 'fetch').optional(),
  /** Which version this is: `/healthz` says so, and a deployment waits until the new one does. */
  VERSION: z.object({ id: z.string() }).optional(),
})

/** Settings and bindings of the Worker, with their defaults. */
export const envSchema = z.object({
  ...needed.shape,
  ...PARTS.admin.shape,
  ...PARTS.mail.shape,
  ...PARTS['incoming mail'].shape,
  ...PARTS.Turnstile.shape,
  ...PARTS.webhooks.shape,
  ...PARTS.canary.shape,
  ...PARTS['admin links'].shape,
  ...PARTS['page cache'].shape,
  ...PARTS.deadline.shape,
  ...PARTS['delivery deadline'].shape,
})
export type Env = z.output<typeof envSchema>

/** A faulty setting that does not stop the site. */
export interface SettingFault {
  setting: string
  /** What follows from it, such as `mail is off`. */
  effect: string
  /** What to do, for the operator. */
  message: string
}

/** A missing binding or a faulty setting. Its message is written for the operator. */
export class SettingsError extends Error {}

const parsed = new WeakMap<object, Env>()

/**
 * Parses the Worker's env, once per isolate; its bindings have deadlines. A part whose settings are faulty is off, or at a safe value; see `settingFaults`.
 * @throws SettingsError whose message names each missing binding and each faulty setting that nothing works without, and what to do.
 */
export function parseEnv(given: object): Env {
  const raw = withDeadlines(given)
  const known = parsed.get(raw)
  if (known) return known
  const result = needed.safeParse(raw)
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new SettingsError(`The Worker's settings have faults: ${faults.join('; ')}`)
  }
  const parts = PART_NAMES.map((part) => partOf(raw, part) ?? partInstead(part))
  const env = Object.assign({}, result.data, ...parts) as Env
  parsed.set(raw, env)
  return env
}

type Part<P extends PartName> = z.output<(typeof PARTS)[P]>
const parts = new WeakMap<object, Map<PartName, object | null>>()

/** The settings of a part, whatever the others say, read once per isolate; null where one of them is faulty. */
export function partOf<P extends PartName>(raw: object, part: P): Part<P> | null {
  const known = parts.get(raw) ?? new Map<PartName, object | null>()
  parts.set(raw, known)
  if (!known.has(part)) known.set(part, PARTS[part].safeParse(raw).data ?? null)
  return known.get(part) as Part<P> | null
}

/** The faulty settings of all parts. */
export const settingFaults = (raw: object): SettingFault[] =>
  PART_NAMES.flatMap((part) =>
    (PARTS[part].safeParse(raw).error?.issues ?? []).map(({ path, message }) => ({
      setting: path.join('.'),
      effect: EFFECTS[part] ?? `${part} is off`,
      message,
    })),
  )
