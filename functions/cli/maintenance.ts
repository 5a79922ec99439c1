import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isInForce, maintenanceWindow } from '../contract/maintenance-window.ts'
import { MAINTENANCE_KEY, maintenanceSchema, type Maintenance } from '../contract/maintenance.ts'
import { withLocalState } from './local-state.ts'
import { run } from './programs.ts'
import { OperatorError, readSettings, runCommand } from './settings.ts'

const USAGE = `npm run maintenance -- on --start 2026-11-20T23:00+09:00 --hours 3 --reason-ko "…" --reason-en "…"
npm run maintenance -- off
npm run maintenance -- status
Add --remote for the deployed site. Without it, the local one in STATE_DIR (.wrangler/state).`

/** The maintenance entry in the KV of the local or the deployed site. */
interface Store {
  read(): Promise<string | null>
  write(entry: string): Promise<void>
  remove(): Promise<void>
}

const local = (stateDir: string): Store => ({
  read: () => withLocalState(stateDir, ({ CACHE }) => CACHE.get(MAINTENANCE_KEY)),
  write: (entry) => withLocalState(stateDir, ({ CACHE }) => CACHE.put(MAINTENANCE_KEY, entry)),
  remove: () => withLocalState(stateDir, ({ CACHE }) => CACHE.delete(MAINTENANCE_KEY)),
})

const remoteKv = (...args: string[]) =>
  run('wrangler', ['kv', 'key', ...args, '--binding', 'CACHE', '--remote'], 'The access to the deployed KV')

const remote: Store = {
  async read() {
    const listed = await remoteKv('list', '--prefix', MAINTENANCE_KEY)
    return listed.includes(`"${MAINTENANCE_KEY}"`) ? remoteKv('get', MAINTENANCE_KEY, '--text') : null
  },
  async write(entry) {
    const file = join(tmpdir(), `vcp-x-maintenance-${crypto.randomUUID()}.json`)
    await writeFile(file, entry)
    await remoteKv('put', MAINTENANCE_KEY, '--path', file).finally(() => rm(file))
  },
  async remove() {
    await remoteKv('delete', MAINTENANCE_KEY)
  },
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

function stateOf(entry: string | null, now: number): string {
  if (entry === null) return 'No maintenance is scheduled.'
  const result = maintenanceSchema.safeParse(jsonOrNull(entry))
  if (!result.success) return `The entry cannot be read, so the site stays open: ${entry}`
  const over = maintenanceWindow(result.data).until <= now
  return `${isInForce(result.data, now) ? 'In force now' : over ? 'Over' : 'Scheduled'}: ${describe(result.data)}`
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
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
function readMaintenance(values: ReturnType<typeof readArguments>['values']): Maintenance {
  const result = maintenanceSchema.safeParse({
    start: values.start,
    hours: values.hours === undefined ? undefined : Number(values.hours),
    reason_ko: values['reason-ko'],
    reason_en: values['reason-en'],
  })
  if (!result.success) {
    const faults = result.error.issues.map(
      ({ path, message }) => `  --${String(path[0]).replace('_', '-')}: ${message}`,
    )
    throw new OperatorError(`Maintenance was not switched on:\n${faults.join('\n')}\n\n${USAGE}`)
  }
  if (maintenanceWindow(result.data).until <= Date.now())
    throw new OperatorError(`That window is over already: ${describe(result.data)}`)
  return result.data
}

await runCommand(async () => {
  const { action, values } = readArguments()
  const store = values.remote ? remote : local(readSettings().stateDir)
  if (action === 'status') console.log(stateOf(await store.read(), Date.now()))
  else if (action === 'off') {
    await store.remove()
    console.log('Maintenance is off. A running site is open again within 60 seconds.')
  } else if (action === 'on') {
    const entry = JSON.stringify(readMaintenance(values))
    await store.write(entry)
    console.log(
      `${stateOf(entry, Date.now())}\nA running site follows within 60 seconds and opens again by itself at the end.`,
    )
  } else throw new OperatorError(USAGE)
})
