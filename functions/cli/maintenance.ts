import { maintenanceOff, maintenanceOn, readMaintenanceEntry, type MaintenanceEntry } from '../commands/maintenance.ts'
import type { Call } from '../calls/operator-call.ts'
import { isInForce, maintenanceWindow } from '../contract/maintenance-window.ts'
import { languageName, LOCALES, type Locale } from '../contract/languages.ts'
import { reasonField, type Maintenance } from '../contract/maintenance.ts'
import { seoulMinute } from '../contract/seoul.ts'
import { InvalidBodyError } from '../errors.ts'
import { FLAG, readArguments, TEXT } from './arguments.ts'
import { asOperator } from './as-operator.ts'
import { OperatorError, runCommand } from './run-command.ts'

const optionOf = <L extends Locale>(locale: L): `reason-${L}` => `reason-${locale}`
const USAGE = `npm run maintenance -- on --start 2026-11-20T23:00+09:00 --hours 3 ${LOCALES.map((locale) => `--${optionOf(locale)} "…"`).join(' ')}
npm run maintenance -- off
npm run maintenance -- status
Add --remote for the deployed site. Without it, the local one in STATE_DIR (.wrangler/state).`

/** Start and end in Seoul time and UTC, and the reasons. */
function describe(maintenance: Maintenance): string {
  const { from, until } = maintenanceWindow(maintenance)
  const seoul = (moment: number) => seoulMinute(moment).replace('T', ' ')
  const utc = (moment: number) => new Date(moment).toISOString().slice(0, 16).replace('T', ' ')
  const reasons = LOCALES.map((locale) => `${languageName(locale)} reason: ${maintenance.reason[locale]}`)
  return [`${seoul(from)} to ${seoul(until)} Seoul time (${utc(from)} to ${utc(until)} UTC)`, ...reasons].join('\n  ')
}

function stateOf(entry: MaintenanceEntry, now: number): string {
  if (entry === null) return 'No maintenance is scheduled.'
  if ('unreadable' in entry) return `The entry cannot be read, so the site stays open: ${entry.unreadable}`
  const { maintenance } = entry
  const over = maintenanceWindow(maintenance).until <= now
  return `${isInForce(maintenance, now) ? 'In force now' : over ? 'Over' : 'Scheduled'}: ${describe(maintenance)}`
}

type ReasonOptions = Record<`reason-${Locale}`, typeof TEXT>
const reasonOptions = Object.fromEntries(LOCALES.map((locale) => [optionOf(locale), TEXT])) as ReasonOptions
const OPTIONS = { start: TEXT, hours: TEXT, ...reasonOptions, remote: FLAG }
type Given = ReturnType<typeof readArguments<typeof OPTIONS>>['values']

/** @throws OperatorError that names each faulty option */
async function announce(call: Call, values: Given): Promise<Maintenance> {
  const body = {
    start: values.start,
    hours: values.hours === undefined ? undefined : Number(values.hours),
    ...Object.fromEntries(LOCALES.map((locale) => [reasonField(locale), values[optionOf(locale)]])),
  }
  return maintenanceOn.performFromClient(call, body).catch((error: unknown) => {
    if (!(error instanceof InvalidBodyError)) throw error
    const faults = error.errors.map(({ field, message }) => `  --${field.replace('_', '-')}: ${message}`)
    throw new OperatorError(`Maintenance was not switched on:\n${faults.join('\n')}\n\n${USAGE}`)
  })
}

await runCommand(async () => {
  const {
    words: [action],
    values,
  } = readArguments(USAGE, 1, OPTIONS)
  if (action !== 'status' && action !== 'off' && action !== 'on') throw new OperatorError(USAGE)
  await asOperator(values.remote, async (call) => {
    if (action === 'status') console.log(stateOf(await readMaintenanceEntry(call.env.CACHE), Date.now()))
    else if (action === 'off') {
      await maintenanceOff.perform(call, {})
      console.log('Maintenance is off. A running site is open again within 60 seconds.')
    } else
      console.log(
        `${stateOf({ maintenance: await announce(call, values) }, Date.now())}\nA running site follows within 60 seconds and opens again by itself at the end.`,
      )
  })
})
