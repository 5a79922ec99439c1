import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { envSchema } from '../env.ts'

/** Root of the project. */
export const ROOT = join(import.meta.dirname, '../..')
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
  const port = Number(env.PORT ?? 8787)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new OperatorError(`PORT is "${env.PORT}"; give a number from 1 to 65535, such as PORT=8788.`)
  const vars = { UPSTREAM_URL: env.UPSTREAM_URL ?? '', UPSTREAM_TIMEOUT_MS: env.UPSTREAM_TIMEOUT_MS ?? '1000' }
  for (const name of ['UPSTREAM_URL', 'UPSTREAM_TIMEOUT_MS'] as const) {
    const result = envSchema.shape[name].safeParse(vars[name])
    if (!result.success) throw new OperatorError(`${name}: ${result.error.issues.map(({ message }) => message).join('; ')}.`)
  }
  return { port, stateDir: resolve(ROOT, env.STATE_DIR ?? '.wrangler/state'), vars }
}

/** @throws OperatorError where something else listens on the port already. */
export function requireFreePort(port: number): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      fail(new OperatorError(error.code === 'EADDRINUSE' ? `Port ${port} is in use. End what listens there, or choose another: PORT=${port + 1} npm start` : `Port ${port} cannot be opened (${error.code}). Choose another: PORT=8788 npm start`))
    })
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()))
  })
}

/** Bindings that env.ts asks for; vars have defaults there and may be left out. */
const REQUIRED = Object.entries(envSchema.shape)
  .filter(([, schema]) => !schema.safeParse(undefined).success)
  .map(([name]) => name)

/**
 * Checks that the configuration binds all that the Worker needs.
 * @throws OperatorError that names what is missing.
 */
export function requireBindings(configPath = BUILT_CONFIG): void {
  if (!existsSync(configPath)) throw new OperatorError('There is no build. Run npm run build first.')
  const text = readFileSync(configPath, 'utf8')
  const missing = REQUIRED.filter((name) => !text.includes(`"${name}"`))
  if (missing.length > 0) throw new OperatorError(`wrangler.toml lacks the binding ${missing.join(', ')}. Add it as functions/env.ts describes it.`)
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
