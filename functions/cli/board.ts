import { FLAG, readArguments } from './arguments.ts'
import { asOperator } from './as-operator.ts'
import { exportTo, importFrom } from './board-steps.ts'
import { OperatorError, runCommand } from './run-command.ts'

const USAGE = `npm run board -- export FILE
npm run board -- import FILE
Add --remote for the deployed site. Without it, the local one in STATE_DIR (.wrangler/state).`

await runCommand(async () => {
  const {
    words: [action, file],
    values,
  } = readArguments(USAGE, 2, { remote: FLAG })
  if (file === undefined || (action !== 'export' && action !== 'import')) throw new OperatorError(USAGE)
  const line = await asOperator(values.remote, (call) =>
    action === 'export' ? exportTo(call, file) : importFrom(call, file),
  )
  console.log(line)
})
