import { MAIL_EVENTS } from '../contract/conversation.ts'
import { readEvent, takeMailEvent } from '../conversation/mail-events.ts'
import { lastMailOf } from '../database/message-row.ts'
import { withLocalInquiry } from './local-inquiry.ts'
import { readArguments } from './arguments.ts'
import { OperatorError, runCommand } from './run-command.ts'

const USAGE = `npm run mail-event -- RECEIPT ${MAIL_EVENTS.join('|')} [what the mail server says]
What became of the mail of the last answer, on the site that runs here.`

await runCommand(async () => {
  const {
    words: [receipt, name, said = ''],
  } = readArguments(USAGE, 3, {})
  const event = MAIL_EVENTS.find((one) => one === name)
  if (receipt === undefined || !event) throw new OperatorError(USAGE)
  await withLocalInquiry(receipt, async ({ DB }) => {
    const messageId = await lastMailOf(DB, receipt)
    if (messageId === null) throw new OperatorError('No answer to this inquiry was handed over.')
    // As the platform's queue says it.
    const type = `cf.email.sending.message.${event}`
    const read = readEvent({ type, payload: { messageId, delivery: { smtpResponse: said } } })
    if (read) await takeMailEvent({ DB }, read)
  })
  console.log(`The mail of the last answer to ${receipt}: ${event}.`)
})
