import { parseArgs } from 'node:util'
import { checkAdmin, checkReady } from './admin-check.ts'
import { rollBack } from './deploy/rollback.ts'
import { runDeployment } from './deploy/run-deployment.ts'
import { OperatorError, runCommand } from './settings.ts'
import { withCommands } from './type-command.ts'

const USAGE = `npm run deploy                      brings this checkout live: the first time, and each release after it
npm run deploy -- --dry-run         prints what is missing and what would be done
npm run deploy -- --yes             agrees to the plan beforehand, for a machine
npm run deploy -- --first-content   also fills empty boards with entries about the site itself
npm run deploy -- --rollback        puts the version before back
npm run deploy -- --rotate          replaces the key that signs links, references and previews
npm run deploy -- --check URL       asks a deployed site whether its admin is closed and its settings are right`

function readArguments() {
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values } = parseArgs({
      options: {
        'dry-run': flag,
        yes: flag,
        'first-content': flag,
        rollback: flag,
        rotate: flag,
        check: { type: 'string' },
      },
    })
    return values
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

await runCommand(async () => {
  const values = readArguments()
  if (values.check !== undefined) {
    await checkAdmin(values.check)
    return checkReady(values.check)
  }
  if (values.rollback) return rollBack(values.yes)
  if (values.rotate) {
    await withCommands(true, (type) => type('rotate-keys', {}))
    return console.log('The signing key is replaced. What the old one signed stays valid for as long as it was signed.')
  }
  await runDeployment({
    isDryRun: values['dry-run'],
    isAgreed: values.yes,
    withFirstContent: values['first-content'],
  })
})
