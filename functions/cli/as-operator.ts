import type { Call } from '../calls/operator-call.ts'
import { ALL_BRANDS } from '../contract/scope.ts'
import { applyMigrations } from './migrations.ts'
import { withSite } from './site.ts'
import { userName } from './type-command.ts'

/** Opens the local or the deployed site until `use` has finished, for what whoever types the command does with it. */
export function asOperator<T>(remote: boolean, use: (call: Call) => Promise<T>): Promise<T> {
  return withSite(remote, async (site) => {
    // The log is a table of the database, which a state that was never started does not have.
    if (site.kind === 'local') await applyMigrations(site.DB)
    return use({ env: site, actor: `command:${userName()}`, scope: ALL_BRANDS, now: new Date() })
  })
}
