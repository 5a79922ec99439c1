import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { envSchema } from '../env.ts'
import { OperatorError } from './run-command.ts'

/** Root of the project. */
export const ROOT = join(import.meta.dirname, '../..')
/** The Worker's configuration as the operator writes it. */
export const CONFIG = join(ROOT, 'wrangler.toml')
/** The built Worker's configuration, written by the build. */
export const BUILT_CONFIG = join(ROOT, 'dist/server/wrangler.json')

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

/** Where the local e-mail binding of `npm start` puts messages, each start into a folder of its own that goes with it. */
export const CAUGHT_MAIL = join(ROOT, 'dist/server/.wrangler/tmp/email')
