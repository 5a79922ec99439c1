import { parseArgs } from 'node:util'
import { registry } from '../brand/registry.ts'
import { deploy, printDryRun } from './deploy-steps.ts'
import { OperatorError, runCommand } from './run-command.ts'

const USAGE = `npm run deploy                      brings this checkout live: the first time, and each release after it
npm run deploy -- --dry-run         prints what would be done and what is missing, without asking the network`

function readArguments() {
  try {
    return parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } }).values
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

await runCommand(async () => {
  await (readArguments()['dry-run'] ? printDryRun(registry) : deploy(registry))
})
