import type { SpawnOptions } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { x, type Result } from 'tinyexec'
import type { z } from 'zod'
import { ENVIRONMENT, OperatorError } from './run-command.ts'
import { ROOT } from './settings.ts'

export type Program = 'vite' | 'wrangler'

interface ProgramOptions {
  /** Makes it the leader of a process group, so that all of it can be killed at once. */
  group?: boolean
  /** Added to the environment of every command. */
  env?: Record<string, string>
  /** Passes its output through. */
  shown?: boolean
}

/** The path first, as npm run sets it: there a test puts a wrangler of its own. */
const pathOfPrograms = () => [process.env.PATH, join(ROOT, 'node_modules/.bin')].join(delimiter)

/** Starts a program of node_modules. It is killed when this process exits. */
export function startProgram(
  program: Program,
  args: string[],
  { group = false, env, shown = false }: ProgramOptions = {},
): Result {
  const output = shown ? 'inherit' : 'pipe'
  const nodeOptions: SpawnOptions = {
    cwd: ROOT,
    env: { ...ENVIRONMENT, PATH: pathOfPrograms(), ...env },
    stdio: ['ignore', output, output],
  }
  const child = x(program, args, { persist: group, nodePath: false, nodeOptions })
  const kill = () => child.kill()
  process.once('exit', kill)
  child.process?.once('exit', () => process.off('exit', kill))
  return child
}

/**
 * Runs a program to its end without printing anything.
 * @param what names the work in the error message, such as "The build"
 * @returns what it printed
 * @throws OperatorError with what it printed, if it fails.
 */
export async function run(program: Program, args: string[], what: string, options?: ProgramOptions): Promise<string> {
  const { stdout, stderr, exitCode } = await startProgram(program, args, options)
  if (exitCode === 0) return stdout
  throw new OperatorError(`${stdout}${stderr}\n${what} failed (exit ${exitCode ?? 'by a signal'}).`)
}

/** The JSON that stands between other lines; undefined where there is none. */
function jsonIn(printed: string): unknown {
  const end = Math.max(printed.lastIndexOf(']'), printed.lastIndexOf('}')) + 1
  try {
    return JSON.parse(printed.slice(printed.search(/[[{]/), end))
  } catch {
    return undefined
  }
}

/**
 * Runs a wrangler command that prints JSON.
 * @param what names the work in the error message, such as "Looking for the database"
 * @throws OperatorError with what it printed, if it fails or is not of the schema
 */
export async function askWrangler<S extends z.ZodType>(
  schema: S,
  what: string,
  ...args: string[]
): Promise<z.output<S>> {
  const printed = await run('wrangler', args, what)
  const result = schema.safeParse(jsonIn(printed))
  if (!result.success) throw new OperatorError(`${what}: Cloudflare's answer is not understood:\n${printed}`)
  return result.data
}

/**
 * Runs wrangler and shows what it prints.
 * @param what names the work, such as "Applying the migrations"
 * @param todo a sentence for whoever reads that it failed
 * @throws OperatorError if it fails
 */
export async function showWrangler(
  args: string[],
  what: string,
  todo: string,
  env: Record<string, string> = {},
): Promise<void> {
  console.log(`${what} …`)
  const { exitCode } = await startProgram('wrangler', args, { env, shown: true })
  if (exitCode !== 0) throw new OperatorError(`${what} failed (exit ${exitCode ?? 'by a signal'}). ${todo}`)
}
