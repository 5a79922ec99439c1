import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { OperatorError, ROOT } from './settings.ts'

/** No look-ups at start-up and no metrics: a machine without internet starts as fast and as quietly. */
const QUIET = {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  FORCE_COLOR: '0',
  NO_COLOR: '1',
  NODE_NO_WARNINGS: '1',
}

const PROGRAMS = {
  vite: 'node_modules/vite/bin/vite.js',
  wrangler: 'node_modules/wrangler/wrangler-dist/cli.js',
} as const

const LEASH = pathToFileURL(join(import.meta.dirname, 'end-with-parent.js')).href

const alive = new Set<ChildProcess>()

/** Starts a program of the project in a process group of its own, under this very Node. */
export function start(program: keyof typeof PROGRAMS, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(process.execPath, ['--import', LEASH, join(ROOT, PROGRAMS[program]), ...args], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...QUIET, ...env },
  })
  alive.add(child)
  child.once('exit', () => alive.delete(child))
  return child
}

/** Ends a child with all that it started, and waits until it is gone. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = new Promise((done) => child.once('exit', done))
  signalGroup(child, 'SIGTERM')
  const impatience = setTimeout(() => signalGroup(child, 'SIGKILL'), 5000)
  await gone
  clearTimeout(impatience)
  // What it started and left behind.
  signalGroup(child, 'SIGKILL')
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-Number(child.pid), signal)
  } catch {
    // The group is empty: all of it went by itself.
  }
}

let ending = false

/** The exit code or signal of a child, once it has ended by itself. Where this process is ending, nobody needs to know: never. */
export function exitOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  return new Promise((done) => child.once('close', (code, signal) => ending || done(code ?? signal)))
}

/** From now on Ctrl-C, a polite kill or a closed terminal ends every child first, then this process. */
export function endTogether(): void {
  const endAll = () => {
    if (ending) return
    ending = true
    void Promise.all([...alive].map(end)).then(() => process.exit(0))
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, endAll)
  // npm hands a polite kill to its shell, which dies of it and tells nobody: so look whether the shell is still there.
  const shell = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === shell || endAll(), 300).unref()
}

/** Calls `take` with each line that the child prints. */
export function eachLine(child: ChildProcess, take: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', take)
}

/**
 * Runs a program to its end, silent where it succeeds. Gives what it printed.
 * @throws OperatorError with all that it printed where it fails.
 */
export async function run(
  program: keyof typeof PROGRAMS,
  args: string[],
  what: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const child = start(program, args, env)
  const lines: string[] = []
  eachLine(child, (line) => lines.push(line))
  const code = await exitOf(child)
  if (code !== 0)
    throw new OperatorError(`${lines.join('\n')}\n${what} failed (exit ${code}); what it printed stands above.`)
  return lines.join('\n')
}
