import type { SpawnOptions } from 'node:child_process'
import { x, type Result } from 'tinyexec'
import { ENVIRONMENT, OperatorError, ROOT } from './settings.ts'

export type Program = 'vite' | 'wrangler'

/**
 * Starts a program of node_modules. It is killed when this process exits.
 * @param options.group makes it the leader of a process group, so that all of it can be killed at once
 */
export function startProgram(program: Program, args: string[], { group = false } = {}): Result {
  const nodeOptions: SpawnOptions = { cwd: ROOT, env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] }
  const child = x(program, args, { persist: group, nodeOptions })
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
export async function run(program: Program, args: string[], what: string): Promise<string> {
  const child = startProgram(program, args)
  const lines: string[] = []
  for await (const line of child) lines.push(line)
  if (child.exitCode !== 0)
    throw new OperatorError(`${lines.join('\n')}\n${what} failed (exit ${child.exitCode ?? child.signalCode}).`)
  return lines.join('\n')
}

export type Row = Record<string, string | number | null>

/** Runs one SQL statement on the deployed database. @throws OperatorError if Cloudflare refuses or cannot be reached. */
export async function queryRemote(sql: string): Promise<Row[]> {
  const args = ['d1', 'execute', 'DB', '--remote', '--json', '--yes', '--command', sql]
  const printed = await run('wrangler', args, 'The query of the deployed database')
  const start = printed.indexOf('[')
  if (start === -1) throw new OperatorError(`The deployed database gave no readable answer:\n${printed}`)
  const [result] = JSON.parse(printed.slice(start)) as { results: Row[] }[]
  return result?.results ?? []
}
