import { z } from 'zod'
import { RATE_LIMIT_NAMES, type RateLimitName } from './contract/limits.ts'
import { SITE_KEYS } from './contract/site-keys.ts'

const binding = <T>(name: string, method: string) =>
  z.custom<T>((value) => typeof (value as Record<string, unknown> | undefined)?.[method] === 'function', {
    message: `the binding ${name} is missing; see wrangler.toml`,
  })

const limits = {} as Record<RateLimitName, z.ZodType<RateLimit>>
for (const name of RATE_LIMIT_NAMES) limits[name] = binding<RateLimit>(name, 'limit')

const upstreamUrl = z
  .string()
  .default('')
  .transform((value, context) => {
    if (value === '') return null
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search !== '') {
      context.addIssue({
        code: 'custom',
        message: `"${value}" is not an origin; write it like http://127.0.0.1:9000, without a path, or leave it empty for the embedded upstream`,
      })
      return z.NEVER
    }
    return url.origin
  })

/** `team.cloudflareaccess.com`, or the whole origin; http only on this machine, for tests. Gives the origin, or null. */
const accessTeam = z
  .string()
  .regex(
    /^$|^(?:https:\/\/)?[a-z0-9.-]+$|^http:\/\/127\.0\.0\.1:\d+$/,
    'ACCESS_TEAM_DOMAIN: write it like team.cloudflareaccess.com',
  )
  .default('')
  .transform((value) => (value === '' ? null : value.includes('://') ? value : `https://${value}`))

/** Who may enter the admin (docs/contract.md#9). Without an identity there is no admin. */
export const adminEnvSchema = z.object({
  /** Team domain of Cloudflare Access, which issues the tokens. */
  ACCESS_TEAM_DOMAIN: accessTeam,
  /** Audience tag of the Access application. */
  ACCESS_AUD: z.string().default(''),
  /** Secret of a local start, made anew by `npm start` and `npm run dev`; valid on loopback hosts only. */
  ADMIN_TOKEN: z.string().default(''),
})

/** Settings and bindings of the Worker, with their defaults. */
export const envSchema = z.object({
  ...adminEnvSchema.shape,
  /** Origin of the remote upstream, or null for the embedded one. */
  UPSTREAM_URL: upstreamUrl,
  /** Deadline of one upstream call in milliseconds: what a page or a visitor waits for. */
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(50).max(60_000).default(1000),
  /** Deadline of one call of the outbox in milliseconds; for an upload it counts from the last byte. */
  UPSTREAM_DELIVERY_TIMEOUT_MS: z.coerce.number().int().min(50).max(120_000).default(30_000),
  /** Id of the brand in whose name an inquiry of our own is sent every 15 minutes; empty: none. */
  CANARY: z.string().default(''),
  /** `off` renders every page anew, for measuring. Read by the Worker entry. */
  PAGE_CACHE: z.enum(['on', 'off']).default('on'),
  /**
   * Turnstile site keys of this deployment, such as `partner-a=0x4AAA, vcp-x=`. They override the brand registry; an empty
   * key switches Turnstile off. Also read by the Worker entry.
   */
  TURNSTILE_SITE_KEYS: z
    .string()
    .regex(SITE_KEYS, 'write it like partner-a=0x4AAA, vcp-x=0x4BBB, or leave it empty')
    .default(''),
  /** Turnstile secret key, set with `wrangler secret put TURNSTILE_SECRET`, never in wrangler.toml. */
  TURNSTILE_SECRET: z.string().default(''),
  /** Endpoint that verifies Turnstile tokens. */
  TURNSTILE_VERIFY_URL: z
    .url({ protocol: /^https?$/, error: 'write the address of siteverify' })
    .default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  /** Sender of the site's mails (docs/contract.md#10); empty: none is sent. */
  MAIL_FROM: z
    .union([z.literal(''), z.email()], 'write one address, such as site@example.com, or leave it empty')
    .default(''),
  MAIL: binding<SendEmail>('MAIL', 'send').optional(),
  CACHE: binding<KVNamespace>('CACHE', 'getWithMetadata'),
  DB: binding<D1Database>('DB', 'prepare'),
  FILES: binding<R2Bucket>('FILES', 'put'),
  /** Use `outboxOf` (functions/outbox/brand-outbox.ts): it knows the type of the object behind. */
  OUTBOX: binding<DurableObjectNamespace>('OUTBOX', 'idFromName'),
  ...limits,
  ASSETS: binding<Fetcher>('ASSETS', 'fetch').optional(),
})
export type Env = z.output<typeof envSchema>

/** A missing binding or a faulty setting. Its message is written for the operator. */
export class SettingsError extends Error {}

const parsed = new WeakMap<object, Env>()

/**
 * Parses the Worker's env, once per isolate.
 * @throws SettingsError whose message names each missing binding or faulty setting and what to do.
 */
export function parseEnv(raw: object): Env {
  const known = parsed.get(raw)
  if (known) return known
  const result = envSchema.safeParse(raw)
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new SettingsError(`The Worker's settings have faults: ${faults.join('; ')}`)
  }
  parsed.set(raw, result.data)
  return result.data
}
