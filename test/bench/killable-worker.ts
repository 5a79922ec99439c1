import { setTimeout as sleep } from 'node:timers/promises'
import { localKey } from '../../functions/cli/local-key.ts'
import { startProgram } from '../../functions/cli/programs.ts'
import { clearRegistry, registryOf } from '../../functions/cli/running-site.ts'
import { BUILT_CONFIG } from '../../functions/cli/settings.ts'
import { freePort } from '../support/free-port.ts'

export interface KillableWorker {
  origin: string
  /** Its process group. */
  group(): number
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
 * @param config another Worker's configuration file
 */
export async function startKillableWorker(
  stateDir: string,
  vars: Record<string, string>,
  config = BUILT_CONFIG,
): Promise<KillableWorker> {
  const [port, inspectorPort] = await Promise.all([freePort(), freePort()])
  const origin = `http://127.0.0.1:${port}`
  const lines: string[] = []
  const launch = async () => {
    const args = ['dev', '--config', config, '--ip', '127.0.0.1', '--port', String(port)]
    args.push('--inspector-port', String(inspectorPort), '--persist-to', stateDir)
    args.push(
      ...Object.entries({ SIGNING_KEY_A: await localKey(stateDir), ...vars }).flatMap(([name, value]) => [
        '--var',
        `${name}:${value}`,
      ]),
    )
    await clearRegistry(stateDir)
    const env = { CLOUDFLARE_DEV_REGISTRY_PATH: registryOf(stateDir) }
    const child = startProgram('wrangler', args, { group: true, env })
    const output = (async () => {
      for await (const line of child) lines.push(line)
    })()
    const kill = async () => {
      // The whole group: wrangler and its workerd.
      process.kill(-Number(child.pid), 'SIGKILL')
      await output
    }
    if (!(await answers(origin, () => child.exitCode === undefined))) {
      await kill()
      throw new Error(`The Worker did not start:\n${lines.slice(-20).join('\n')}`)
    }
    return { child, output, kill }
  }
  let running = await launch()
  return {
    origin,
    group: () => Number(running.child.pid),
    inspectorPort,
    lines,
    killAndRestart: async () => {
      await running.kill()
      running = await launch()
    },
    close: async () => {
      running.child.kill()
      await running.output
    },
  }
}

async function answers(origin: string, runs: () => boolean): Promise<boolean> {
  const until = Date.now() + STARTS_WITHIN_MS
  while (Date.now() < until && runs()) {
    const ok = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return true
    await sleep(100)
  }
  return false
}
