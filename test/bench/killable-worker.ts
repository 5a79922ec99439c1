import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { eachLine, end, start } from '../../functions/cli/children.ts'
import { BUILT_CONFIG } from '../../functions/cli/settings.ts'
import { freePort } from '../support/free-port.ts'

export interface KillableWorker {
  origin: string
  /** Where its debugger listens. */
  inspectorPort: number
  /** What it has printed, all lives together. */
  lines: string[]
  /** Ends it as a power cut would, and starts it again on the same state and port. */
  killAndRestart(): Promise<void>
  close(): Promise<void>
}

const STARTS_WITHIN_MS = 120_000

/**
 * The built Worker as `npm start` serves it, in a process of its own that can be killed.
 * @param stateDir keeps its data from one life to the next
 * @param vars settings of the Worker, such as `UPSTREAM_URL`
 */
export async function startKillableWorker(stateDir: string, vars: Record<string, string>): Promise<KillableWorker> {
  const [port, inspectorPort] = await Promise.all([freePort(), freePort()])
  const origin = `http://127.0.0.1:${port}`
  const lines: string[] = []
  const launch = async (): Promise<ChildProcess> => {
    const child = start('wrangler', [
      'dev',
      '--config',
      BUILT_CONFIG,
      '--ip',
      '127.0.0.1',
      '--port',
      String(port),
      '--inspector-port',
      String(inspectorPort),
      '--persist-to',
      stateDir,
      ...Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
    ])
    eachLine(child, (line) => lines.push(line))
    await answering(origin, child, lines)
    return child
  }
  let child = await launch()
  return {
    origin,
    inspectorPort,
    lines,
    killAndRestart: async () => {
      const gone = new Promise((done) => child.once('exit', done))
      // The whole group: wrangler and the workerd below it.
      process.kill(-Number(child.pid), 'SIGKILL')
      await gone
      child = await launch()
    },
    close: () => end(child),
  }
}

async function answering(origin: string, child: ChildProcess, lines: string[]): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS
  while (Date.now() < until && child.exitCode === null) {
    const ok = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return
    await sleep(100)
  }
  await end(child)
  throw new Error(`The Worker did not start:\n${lines.slice(-20).join('\n')}`)
}
