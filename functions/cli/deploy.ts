import { parseArgs } from 'node:util'
import { registry } from '../brand/registry.ts'
import { deploy, printDryRun } from './deployment.ts'
import { OperatorError, runCommand } from './settings.ts'

const USAGE = `npm run deploy                      brings this checkout live: the first time, and each release after it
npm run deploy -- --dry-run         prints what would be done and what is missing, without asking the network
npm run deploy -- --first-content   also fills empty boards with entries about the site itself`

function readArguments() {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ options: { 'dry-run': flag, 'first-content': flag } }).values
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

await runCommand(async () => {
  const { 'dry-run': isDryRun, 'first-content': withFirstContent } = readArguments()
  await (isDryRun ? printDryRun(registry) : deploy(registry, { withFirstContent }))
})
