import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { getWorkerRegistry } from 'miniflare'
import { OperatorError } from './run-command.ts'
import type { Settings } from './settings.ts'
import { readWorkerConfig } from './worker-config.ts'

/**
 * Where a local site says how other processes of this machine reach its entrypoints: wrangler's registry of running Workers, one for each
 * state folder, so that two sites are never mixed up.
 */
export const registryOf = (stateDir: string): string => join(stateDir, 'registry')

/** Forgets what a site has said that was killed. Called before one starts, which is refused where another runs. */
export const clearRegistry = (stateDir: string): Promise<void> =>
  rm(registryOf(stateDir), { recursive: true, force: true })

/** Whether a site runs on this state folder. */
export async function isRunning(stateDir: string): Promise<boolean> {
  const { [readWorkerConfig().name]: worker } = getWorkerRegistry(registryOf(stateDir))
  return worker !== undefined && answers(new URL(`tcp://${worker.debugPortAddress}`))
}

/**
 * Asked before a site starts, and before anything is written for it.
 * @throws OperatorError where a site runs on the state folder already, which would send everything a second time, or the port is in use
 */
export async function requireStartable({ port, stateDir }: Pick<Settings, 'port' | 'stateDir'>): Promise<void> {
  if (await isRunning(stateDir))
    throw new OperatorError(
      `A site runs on ${stateDir} already, or a command works on it. Use that one or end it; of one that was killed, workerd may be left. Another site needs a folder and a port of its own, such as STATE_DIR=.wrangler/other PORT=8788 npm start`,
    )
  await requireFreePort(port)
}

/** Whether anybody listens: the site may have been killed. */
function answers({ hostname, port }: URL): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(Number(port), hostname)
    const end = (listens: boolean) => {
      socket.destroy()
      done(listens)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

/** @throws OperatorError if the port is in use. */
function requireFreePort(port: number): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${error.code})`
      fail(new OperatorError(`Port ${port} ${reason}. Choose another, such as PORT=8788 npm start`))
    })
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()))
  })
}
