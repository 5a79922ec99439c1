import { registry } from '../brand/registry.ts'
import { FLAG, readArguments } from './arguments.ts'
import { deploy, printDryRun } from './deploy-steps.ts'
import { runCommand } from './run-command.ts'

const USAGE = `npm run deploy                      brings this checkout live: the first time, and each release after it
npm run deploy -- --dry-run         prints what would be done and what is missing, without asking the network`

await runCommand(async () => {
  const { values } = readArguments(USAGE, 0, { 'dry-run': FLAG })
  await (values['dry-run'] ? printDryRun(registry) : deploy(registry))
})
