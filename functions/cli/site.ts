import { withDeployedState } from './deployed-state.ts'
import { withLocalState, type StorageBindings } from './local-state.ts'
import { readSettings } from './settings.ts'
import { readWorkerConfig } from './worker-config.ts'

/** The site that a command works on: what a backup is made of, and a restore makes. */
export interface Site extends Pick<StorageBindings, 'DB' | 'CACHE' | 'FILES'> {
  kind: 'local' | 'deployed'
  /** For messages. */
  name: string
}

/** The deployed site behind its bindings. */
export const deployedSite = ({ DB, CACHE, FILES }: StorageBindings): Site => ({
  kind: 'deployed',
  name: readWorkerConfig().name,
  DB,
  CACHE,
  FILES,
})

/** The local site in a state folder behind its bindings. */
export const localSite = (stateDir: string, { DB, CACHE, FILES }: StorageBindings): Site => ({
  kind: 'local',
  name: stateDir,
  DB,
  CACHE,
  FILES,
})

/** Opens the deployed site or the local one in `STATE_DIR` until `use` has finished. */
export async function withSite<T>(remote: boolean, use: (site: Site) => Promise<T>): Promise<T> {
  if (remote) return withDeployedState((bindings) => use(deployedSite(bindings)))
  const { stateDir } = readSettings()
  return withLocalState(stateDir, (bindings) => use(localSite(stateDir, bindings)))
}
