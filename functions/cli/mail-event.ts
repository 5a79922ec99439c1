import { MAIL_EVENTS } from '../contract/conversation.ts'
import { OperatorError, runCommand } from './settings.ts'
import { withCommands } from './type-command.ts'

const USAGE = `npm run mail-event -- RECEIPT ${MAIL_EVENTS.join('|')} [what the mail server says]
What became of the mail of the last answer, on the site that runs here.`

await runCommand(async () => {
  const [receipt, name, detail = ''] = process.argv.slice(2)
  const event = MAIL_EVENTS.find((one) => one === name)
  if (receipt === undefined || !event) throw new OperatorError(USAGE)
  await withCommands(false, (type) => type('mail-event', { receipt, event, detail }))
  console.log(`The mail of the last answer to ${receipt}: ${event}.`)
})
