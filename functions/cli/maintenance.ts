import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  checkMaintenance,
  readMaintenance,
  switchOff,
  switchOn,
  type MaintenanceEntry,
  type MaintenanceStore,
} from '../commands/maintenance.ts'
import { isInForce, maintenanceWindow } from '../contract/maintenance-window.ts'
import type { Maintenance } from '../contract/maintenance.ts'
import { withLocalState } from './local-state.ts'
import { run } from './programs.ts'
import { OperatorError, readSettings, runCommand } from './settings.ts'

const USAGE = `npm run maintenance -- on --start 2026-11-20T23:00+09:00 --hours 3 --reason-ko "…" --reason-en "…"
npm run maintenance -- off
npm run maintenance -- status
Add --remote for the deployed site. Without it, the local one in STATE_DIR (.wrangler/state).`

/** The KV of the local or the deployed site. */
const local = (stateDir: string): MaintenanceStore => ({
  get: (key) => withLocalState(stateDir, ({ CACHE }) => CACHE.get(key)),
  put: (key, value) => withLocalState(stateDir, ({ CACHE }) => CACHE.put(key, value)),
  delete: (key) => withLocalState(stateDir, ({ CACHE }) => CACHE.delete(key)),
})

const remoteKv = (...args: string[]) =>
  run('wrangler', ['kv', 'key', ...args, '--binding', 'CACHE', '--remote'], 'The access to the deployed KV')

const remote: MaintenanceStore = {
  async get(key) {
    const listed = await remoteKv('list', '--prefix', key)
    return listed.includes(`"${key}"`) ? remoteKv('get', key, '--text') : null
  },
  async put(key, value) {
    const file = join(tmpdir(), `vcp-x-maintenance-${crypto.randomUUID()}.json`)
    await writeFile(file, value)
    await remoteKv('put', key, '--path', file).finally(() => rm(file))
  },
  delete: (key) => remoteKv('delete', key),
}

/** Start and end in Seoul time and UTC, and both reasons. */
function describe(maintenance: Maintenance): string {
  const { from, until } = maintenanceWindow(maintenance)
  const seoul = (moment: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul', dateStyle: 'short', timeStyle: 'short' }).format(moment)
  const utc = (moment: number) => new Date(moment).toISOString().slice(0, 16).replace('T', ' ')
  return `${seoul(from)} to ${seoul(until)} Seoul time (${utc(from)} to ${utc(until)} UTC)
  Korean reason:  ${maintenance.reason_ko}
  English reason: ${maintenance.reason_en}`
}

function stateOf(entry: MaintenanceEntry, now: number): string {
  if (entry === null) return 'No maintenance is scheduled.'
  if ('unreadable' in entry) return `The entry cannot be read, so the site stays open: ${entry.unreadable}`
  const { maintenance } = entry
  const over = maintenanceWindow(maintenance).until <= now
  return `${isInForce(maintenance, now) ? 'In force now' : over ? 'Over' : 'Scheduled'}: ${describe(maintenance)}`
}

function readArguments() {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        start: text,
        hours: text,
        'reason-ko': text,
        'reason-en': text,
        remote: { type: 'boolean', default: false },
      },
    })
    return { action: positionals[0], values }
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

/** @throws OperatorError that names each faulty option. */
function maintenanceOf(values: ReturnType<typeof readArguments>['values']): Maintenance {
  const result = checkMaintenance({
    start: values.start,
    hours: values.hours === undefined ? undefined : Number(values.hours),
    reason_ko: values['reason-ko'],
    reason_en: values['reason-en'],
  })
  if ('maintenance' in result) return result.maintenance
  const faults = result.faults.map(({ field, message }) => `  --${field.replace('_', '-')}: ${message}`)
  throw new OperatorError(`Maintenance was not switched on:\n${faults.join('\n')}\n\n${USAGE}`)
}

await runCommand(async () => {
  const { action, values } = readArguments()
  const store = values.remote ? remote : local(readSettings().stateDir)
  if (action === 'status') console.log(stateOf(await readMaintenance(store), Date.now()))
  else if (action === 'off') {
    await switchOff(store)
    console.log('Maintenance is off. A running site is open again within 60 seconds.')
  } else if (action === 'on') {
    const maintenance = maintenanceOf(values)
    await switchOn(store, maintenance)
    console.log(
      `${stateOf({ maintenance }, Date.now())}\nA running site follows within 60 seconds and opens again by itself at the end.`,
    )
  } else throw new OperatorError(USAGE)
})
