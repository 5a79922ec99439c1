import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { run } from '../../functions/cli/programs.ts'
import { OperatorError, runCommand } from '../../functions/cli/run-command.ts'
import { printed } from './printed.ts'
import { sections } from './registry.ts'
import { round, type Findings } from './section.ts'

/*
 * `npm run bench`: builds, serves the built Worker to itself and measures it. `npm run bench -- weight growth` measures only
 * those sections; the others' last results stay in results.json. `--quick` tries the benchmark itself.
 */
const RESULTS = join(import.meta.dirname, 'results.json')

type Result = Findings & { date: string; seconds: number; load: number }

const machine = () => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  memoryGb: round(totalmem() / 2 ** 30),
  node: process.version,
})

function earlierResults(): Record<string, Result> {
  if (!existsSync(RESULTS)) return {}
  return (JSON.parse(readFileSync(RESULTS, 'utf8')) as { sections?: Record<string, Result> }).sections ?? {}
}

await runCommand(async () => {
  const words = process.argv.slice(2)
  const quick = words.includes('--quick')
  const names = words.filter((word) => !word.startsWith('--'))
  const unknown = names.find((name) => sections.every((section) => section.name !== name))
  if (unknown !== undefined)
    throw new OperatorError(
      `There is no section "${unknown}"; there are ${sections.map(({ name }) => name).join(', ')}.`,
    )

  console.log('Building …')
  await run('vite', ['build', '--config', 'app.config.ts'], 'The build')
  const chosen = sections.filter(({ name }) => names.length === 0 || names.includes(name))
  const results = names.length === 0 ? {} : earlierResults()
  for (const section of chosen) {
    const load = round(loadavg()[0] ?? 0)
    console.log(
      `\n${section.title} …${load > availableParallelism() ? ` (the machine is busy, load ${load}: only ratios mean anything)` : ''}`,
    )
    const started = performance.now()
    const findings = await section.measure({ quick })
    results[section.name] = {
      ...findings,
      date: new Date().toISOString(),
      seconds: round((performance.now() - started) / 1000),
      load,
    }
    console.log(printed(findings))
    const all = sections.flatMap(({ name }) => results[name] ?? [])
    writeFileSync(
      RESULTS,
      `${JSON.stringify({ date: new Date().toISOString(), quick, machine: machine(), budgets: all.flatMap(({ budgets }) => budgets), sections: results }, null, 2)}\n`,
    )
  }
  const missed = chosen.flatMap(({ name }) => results[name]?.budgets ?? []).filter(({ met }) => !met)
  console.log(
    missed.length === 0
      ? '\nEvery budget is met.'
      : `\n${missed.length} budget(s) missed: ${missed.map(({ name, measured }) => `${name} (${measured})`).join('; ')}`,
  )
})
process.exit()
