import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { getWorkerRegistry } from 'miniflare'
import { readWorkerConfig } from './worker-config.ts'

/**
 * Where a local site says how other processes of this machine reach its entrypoints: wrangler's registry of running Workers, one for each
 * state folder, so that two sites are never mixed up.
 */
export const registryOf = (stateDir: string): string => join(stateDir, 'registry')

/** Forgets what a site has said that was killed. Called before one starts, because two on the same folder are not possible. */
export const clearRegistry = (stateDir: string): Promise<void> =>
  rm(registryOf(stateDir), { recursive: true, force: true })

/** Whether a site runs on this state folder. */
export async function isRunning(stateDir: string): Promise<boolean> {
  const { [readWorkerConfig().name]: worker } = getWorkerRegistry(registryOf(stateDir))
  return worker !== undefined && answers(new URL(`tcp://${worker.debugPortAddress}`))
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
