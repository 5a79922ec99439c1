import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { OperatorError, ROOT } from './settings.ts'

/** No look-ups at start-up and no metrics: a machine without internet starts as fast and as quietly. */
const QUIET = { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false', FORCE_COLOR: '0', NO_COLOR: '1' }

const PROGRAMS = { vite: 'node_modules/vite/bin/vite.js', wrangler: 'node_modules/wrangler/bin/wrangler.js' } as const

/** Starts a program of the project in a process group of its own, under this very Node. */
export function start(program: keyof typeof PROGRAMS, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, ['--no-warnings', join(ROOT, PROGRAMS[program]), ...args], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...QUIET, ...env },
  })
}

/** Ends a child with all that it started, and waits until it is gone. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = new Promise((done) => child.once('exit', done))
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-Number(child.pid), name)
    } catch {
      // It went by itself in the meantime.
    }
  }
  signal('SIGTERM')
  const impatience = setTimeout(() => signal('SIGKILL'), 5000)
  await gone
  clearTimeout(impatience)
}

/** Ctrl-C or a polite kill ends the child too; then this process ends with its code. */
export function endTogether(child: ChildProcess): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => void end(child))
}

/** Calls `take` with each line that the child prints. */
export function eachLine(child: ChildProcess, take: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', take)
}

/**
 * Runs a program to its end, silent where it succeeds.
 * @throws OperatorError with all that it printed where it fails.
 */
export async function run(program: keyof typeof PROGRAMS, args: string[], what: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = start(program, args, env)
  const lines: string[] = []
  eachLine(child, (line) => lines.push(line))
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) throw new OperatorError(`${lines.join('\n')}\n${what} failed (exit ${String(code)}); what it printed stands above.`)
  return lines.join('\n')
}
