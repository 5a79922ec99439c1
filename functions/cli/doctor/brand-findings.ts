import type { RegistryEntries } from '../../brand/schema.ts'
import { placeholdersOf } from '../brand/entry-checks.ts'
import { reportOf } from '../brand/report.ts'
import { fallbackName, type Zone } from '../deploy/hosts-and-zones.ts'
import type { HostState } from '../deploy/survey.ts'
import type { Finding } from './finding.ts'

/** What the entry of a brand lacks before its site may go live, a line for each. */
export function entryFindings(registry: RegistryEntries, id: string): Finding[] {
  const report = reportOf(registry, id)
  if (!report) return []
  const placeholders = placeholdersOf(report.entry)
  const steps = [
    ...report.problems,
    ...report.lacking,
    ...(placeholders.length > 0 ? [`still placeholders: ${placeholders.join(', ')}`] : []),
  ]
  const base = { about: id, name: 'entry' }
  return steps.length === 0
    ? [{ ...base, ok: true, detail: 'complete' }]
    : steps.map((step) => ({ ...base, ok: false, detail: `${step}. functions/brand/registry.ts` }))
}

/**
 * What leads to the hosts in zones of partners.
 * @param home the zone of the default brand, in which their custom hostnames are
 */
export const customHostnameFindings = (hosts: readonly HostState[], home: Zone | null): Finding[] =>
  hosts
    .filter(({ zone }) => zone === null)
    .map(({ host, customHostname }) => {
      const base = { about: host, name: 'custom hostname' }
      if (!customHostname) return { ...base, ok: false, detail: 'not there yet. Run npm run deploy' }
      const { status, records } = customHostname
      const all = [...(home ? [`CNAME ${host} → ${fallbackName(home)}`] : []), ...records]
      return status === 'active'
        ? { ...base, ok: true, detail: 'active' }
        : {
            ...base,
            ok: false,
            detail: `${status}. The partner has to set: ${all.join('; ')}. Then run npm run deploy`,
          }
    })
