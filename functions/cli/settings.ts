import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { envSchema } from '../env.ts'

/** Root of the project. */
export const ROOT = join(import.meta.dirname, '../..')
/** The Worker's configuration as its operator writes it. */
export const CONFIG = join(ROOT, 'wrangler.toml')
/** The built Worker's own configuration, written by the build. */
export const BUILT_CONFIG = join(ROOT, 'dist/server/wrangler.json')

/** A fault that the operator can mend: its message is one line that says how; no stack is shown. */
export class OperatorError extends Error {}

export interface Settings {
  port: number
  /** Absolute path of the folder that holds all local data. */
  stateDir: string
  /** Public vars of the Worker. */
  vars: { UPSTREAM_URL: string; UPSTREAM_TIMEOUT_MS: string }
}

/**
 * Reads the settings of `npm start` and `npm run dev` (contract: Commands).
 * @throws OperatorError for a setting that cannot be used.
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const port = Number(env.PORT || 8787)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new OperatorError(`PORT is "${env.PORT}"; give a number from 1 to 65535, such as PORT=8788.`)
  const vars = { UPSTREAM_URL: env.UPSTREAM_URL ?? '', UPSTREAM_TIMEOUT_MS: env.UPSTREAM_TIMEOUT_MS || '1000' }
  for (const name of ['UPSTREAM_URL', 'UPSTREAM_TIMEOUT_MS'] as const) {
    const result = envSchema.shape[name].safeParse(vars[name])
    if (!result.success)
      throw new OperatorError(`${name}: ${result.error.issues.map(({ message }) => message).join('; ')}.`)
  }
  return { port, stateDir: resolve(ROOT, env.STATE_DIR || '.wrangler/state'), vars }
}

/** @throws OperatorError where something else listens on the port already. */
export function requireFreePort(port: number): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      fail(
        new OperatorError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use. End what listens there, or choose another: PORT=${port + 1} npm start`
            : `Port ${port} cannot be opened (${error.code}). Choose another: PORT=8788 npm start`,
        ),
      )
    })
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()))
  })
}

/** Runs a command of the operator: a fault of theirs is one line, anything else keeps its stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
