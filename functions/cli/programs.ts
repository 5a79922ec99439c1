import type { SpawnOptions } from 'node:child_process'
import { x, type Result } from 'tinyexec'
import { ENVIRONMENT, OperatorError, ROOT } from './settings.ts'

export type Program = 'vite' | 'wrangler'

interface ProgramOptions {
  /** Makes it the leader of a process group, so that all of it can be killed at once. */
  group?: boolean
  /** Added to the environment of every command. */
  env?: Record<string, string>
  /** Ends it after that time, with a message that says so. */
  timeoutMs?: number
}

/** Starts a program of node_modules. It is killed when this process exits. */
export function startProgram(
  program: Program,
  args: string[],
  { group = false, env, timeoutMs }: ProgramOptions = {},
): Result {
  const nodeOptions: SpawnOptions = { cwd: ROOT, env: { ...ENVIRONMENT, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }
  const child = x(program, args, {
    persist: group,
    nodeOptions,
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
  })
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
  const child = startProgram(program, args, options)
  const lines: string[] = []
  try {
    for await (const line of child) lines.push(line)
  } catch (error) {
    if (options?.timeoutMs === undefined) throw error
    throw new OperatorError(
      `${lines.join('\n')}\n${what} did not end within ${options.timeoutMs / 1000} s. Run the command again: it goes on where it stood.`,
    )
  }
  if (child.exitCode !== 0)
    throw new OperatorError(`${lines.join('\n')}\n${what} failed (exit ${child.exitCode ?? child.signalCode}).`)
  return lines.join('\n')
}
