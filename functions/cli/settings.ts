import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { brands } from '../brand/hosts.ts'
import { brandToken } from '../contract/brand-token.ts'
import { envSchema } from '../env.ts'

/** Root of the project. */
export const ROOT = join(import.meta.dirname, '../..')
/** The Worker's configuration as the operator writes it. */
export const CONFIG = join(ROOT, 'wrangler.toml')
/** The built Worker's configuration, written by the build. */
export const BUILT_CONFIG = join(ROOT, 'dist/server/wrangler.json')

/** A fault that the operator can mend. Its message says how, and no stack is shown. */
export class OperatorError extends Error {}

/**
 * Environment of every command and its child processes: no network access at start-up, no metrics, plain output. A local site has no
 * explorer of its storage, which would ask nobody for the admin's token, and keeps no record of the addresses that were asked for.
 */
export const ENVIRONMENT = {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  X_LOCAL_EXPLORER: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  NO_COLOR: '1',
  NODE_NO_WARNINGS: '1',
}

/**
 * Runs a command. An OperatorError prints its message and exits with 1; any other error prints its stack. A signal ends the command as it
 * ends any other program, with 128 and its number.
 * @param isServer it serves until a signal ends it, so that this is a success
 */
export async function runCommand(command: () => Promise<void>, { isServer = false } = {}): Promise<void> {
  delete process.env.FORCE_COLOR
  Object.assign(process.env, ENVIRONMENT)
  // `exit` listeners end workerd (miniflare) and child processes (programs.ts), and remove what is unfinished (temporary-folder.ts).
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(isServer ? 0 : 128 + constants.signals[signal]))
  try {
    await command()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

export interface Settings {
  port: number
  /** Absolute path of the folder that holds all local data. */
  stateDir: string
  /** Vars of the Worker. */
  vars: {
    UPSTREAM_URL: string
    UPSTREAM_TIMEOUT_MS: string
    UPSTREAM_DELIVERY_TIMEOUT_MS: string
    ADMIN_TOKEN: string
    MAIL_FROM: string
    REPLY_DOMAIN: string
  }
}

/**
 * Reads the settings of `npm start` and `npm run dev` (docs/operating.md#configuration).
 * @throws OperatorError for an invalid setting.
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const port = Number(env.PORT || 8787)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new OperatorError(`PORT is "${env.PORT}"; give a number from 1 to 65535, such as PORT=8788.`)
  const vars = {
    UPSTREAM_URL: env.UPSTREAM_URL ?? '',
    UPSTREAM_TIMEOUT_MS: env.UPSTREAM_TIMEOUT_MS || '1000',
    UPSTREAM_DELIVERY_TIMEOUT_MS: env.UPSTREAM_DELIVERY_TIMEOUT_MS || '30000',
    // A new one at each start, never read from the environment.
    ADMIN_TOKEN: randomBytes(32).toString('base64url'),
    // Locally every message is caught, so that a placeholder will do.
    MAIL_FROM: 'site@vcp-x.example',
    REPLY_DOMAIN: 'reply.vcp-x.example',
  }
  for (const name of ['UPSTREAM_URL', 'UPSTREAM_TIMEOUT_MS', 'UPSTREAM_DELIVERY_TIMEOUT_MS'] as const) {
    const result = envSchema.shape[name].safeParse(vars[name])
    if (!result.success)
      throw new OperatorError(`${name}: ${result.error.issues.map(({ message }) => message).join('; ')}.`)
  }
  return { port, stateDir: resolve(ROOT, env.STATE_DIR || '.wrangler/state'), vars }
}

/**
 * `npm start` and `npm run dev` read the environment only.
 * @param given what stands behind the command
 * @throws OperatorError for any of it, which would be ignored otherwise
 */
export function requireNoArguments(given = process.argv.slice(2)): void {
  if (given.length > 0)
    throw new OperatorError(
      `This command takes no arguments, but got ${given.join(' ')}. Its settings are environment variables, such as PORT=8788 npm start (docs/operating.md#configuration).`,
    )
}

/**
 * Reads the words behind a command that has no options.
 * @throws OperatorError with the usage, for an option or for more words than it takes
 */
export function readWords(usage: string, most: number): string[] {
  try {
    const { positionals } = parseArgs({ allowPositionals: true })
    if (positionals.length <= most) return positionals
  } catch {
    // An option.
  }
  throw new OperatorError(usage)
}

/** Where the local e-mail binding of `npm start` puts messages, each start into a folder of its own that goes with it. */
export const CAUGHT_MAIL = join(ROOT, 'dist/server/.wrangler/tmp/email')

/** What `npm start` and `npm run dev` print once the site answers (docs/contract.md#1): a link for all brands, and one for each. */
export async function readyLines(origin: string, { vars }: Pick<Settings, 'vars'>): Promise<string> {
  const link = (token: string) => `${origin}/admin?token=${token}`
  const ofBrands = await Promise.all(
    brands.map(async ({ id }) => `Admin of ${id}: ${link(await brandToken(vars.ADMIN_TOKEN, id))}`),
  )
  return [`Ready on ${origin}`, `Admin: ${link(vars.ADMIN_TOKEN)}`, ...ofBrands].join('\n')
}

/** @throws OperatorError if the port is in use. */
export function requireFreePort(port: number): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${error.code})`
      fail(new OperatorError(`Port ${port} ${reason}. Choose another, such as PORT=8788 npm start`))
    })
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()))
  })
}
