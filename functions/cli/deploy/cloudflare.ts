import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { run } from '../programs.ts'
import { OperatorError } from '../settings.ts'
import { readWorkerConfig } from '../worker-config.ts'

const API = 'https://api.cloudflare.com/client/v4'
const PATIENCE_MS = 30_000
const TRIES = 4
const PAGE = 50

const answerSchema = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).default([]),
  result: z.unknown(),
  result_info: z.object({ total_count: z.number().optional() }).nullish(),
})

/** What Cloudflare refuses. */
export class Refusal extends OperatorError {
  readonly status: number
  readonly code: number | undefined

  constructor(call: string, status: number, errors: { code: number; message: string }[]) {
    const words = errors.map(({ code, message }) => `${message} (code ${code})`).join('; ')
    super(`Cloudflare refused ${call}: ${words || `status ${status}`}`)
    this.status = status
    this.code = errors[0]?.code
  }

  /** Whether the token lacks a permission. */
  get isForbidden(): boolean {
    return this.status === 403 || this.code === 10_000
  }

  /** Whether custom hostnames are refused because Cloudflare for SaaS is off for the zone. */
  get isForSaas(): boolean {
    return this.code === 1404
  }
}

/** Whether the environment has a token. */
export const hasToken = (): boolean => Boolean(process.env.CLOUDFLARE_API_TOKEN)

/** Calls of Cloudflare's API for one account. Paths begin with `/accounts/{id}` where they begin with `./`. */
export interface Cloudflare {
  accountId: string
  /** @throws Refusal */
  get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>
  /** All pages of a list. @throws Refusal */
  list<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>[]>
  /** Changes something, and is not repeated by itself unless Cloudflare asks for it (429). @throws Refusal */
  send<S extends z.ZodType>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    schema: S,
  ): Promise<z.output<S>>
}

/**
 * Signs in with `CLOUDFLARE_API_TOKEN` or wrangler's own login, and has every later wrangler command use the same account.
 * @throws OperatorError where there is no login, or more than one account and none chosen
 */
export async function signIn(): Promise<Cloudflare> {
  const token = process.env.CLOUDFLARE_API_TOKEN || (await loginOfWrangler())
  const { list } = clientOf(token, '')
  let accountId = process.env.CLOUDFLARE_ACCOUNT_ID ?? readWorkerConfig().account_id
  if (accountId === undefined) {
    const accounts = await list('/accounts', z.object({ id: z.string(), name: z.string() })).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.status >= 404) throw error
      throw new OperatorError(
        `${error.message}. Either CLOUDFLARE_API_TOKEN is no valid token: make a new one (docs/deploying.md, The first hour, step 3). Or it may not list accounts: set CLOUDFLARE_ACCOUNT_ID (dashboard: Account home, Copy account ID).`,
      )
    })
    const [only, ...others] = accounts
    if (!only || others.length > 0)
      throw new OperatorError(
        `Set CLOUDFLARE_ACCOUNT_ID to the account of the site. This login sees ${accounts.map(({ id, name }) => `${name} (${id})`).join(', ') || 'none'}.`,
      )
    accountId = only.id
  }
  // wrangler remembers the first account that it has seen, whoever signs in later.
  process.env.CLOUDFLARE_ACCOUNT_ID = accountId
  return clientOf(token, accountId)
}

async function loginOfWrangler(): Promise<string> {
  const printed = await run('wrangler', ['auth', 'token', '--json'], 'Reading the login of wrangler').catch(() => '')
  const token = /"token":\s*"([^"]+)"/.exec(printed)?.[1]
  if (token === undefined)
    throw new OperatorError(
      'Nobody is signed in to Cloudflare. Set CLOUDFLARE_API_TOKEN (docs/deploying.md, The first hour, step 3).',
    )
  return token
}

function clientOf(token: string, accountId: string): Cloudflare {
  const base = process.env.CLOUDFLARE_API_BASE_URL ?? API
  async function call(method: string, path: string, body?: unknown) {
    const address = base + path.replace(/^\.\//, `/accounts/${accountId}/`)
    const name = `${method} ${path}`
    for (let attempt = 1; ; attempt++) {
      const outcome = await once(method, address, token, body)
      if (outcome instanceof Response) {
        const answer = answerSchema.safeParse(await outcome.json().catch(() => null))
        if (answer.data?.success) return answer.data
        const mayRepeat = outcome.status === 429 || (method === 'GET' && outcome.status >= 500)
        if (!mayRepeat || attempt === TRIES) throw new Refusal(name, outcome.status, answer.data?.errors ?? [])
        await pause(Number(outcome.headers.get('retry-after') ?? attempt) * 1000)
      } else if (method !== 'GET' || attempt === TRIES)
        throw new OperatorError(
          `Cloudflare did not answer ${name}: ${outcome.message}. Run the command again: it goes on where it stood.`,
        )
      else await pause(attempt * 500)
    }
  }
  return {
    accountId,
    get: async (path, schema) => understood(path, schema, (await call('GET', path)).result),
    list: async (path, schema) => {
      const all = []
      for (let page = 1; ; page++) {
        const { result, result_info } = await call(
          'GET',
          `${path}${path.includes('?') ? '&' : '?'}page=${page}&per_page=${PAGE}`,
        )
        const items = understood(path, z.array(schema), result)
        all.push(...items)
        if (items.length < PAGE || all.length >= (result_info?.total_count ?? 0)) return all
      }
    },
    send: async (method, path, body, schema) => understood(path, schema, (await call(method, path, body)).result),
  }
}

function once(method: string, address: string, token: string, body: unknown): Promise<Response | Error> {
  return fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: Error) => (error.cause instanceof Error ? error.cause : error))
}

function understood<S extends z.ZodType>(path: string, schema: S, result: unknown): z.output<S> {
  const parsed = schema.safeParse(result)
  if (!parsed.success)
    throw new OperatorError(`Cloudflare's answer to ${path} is not understood: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
