import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { v4 as uuid } from 'uuid'
import { addressForReplies } from '../conversation/reply-address.ts'
import { withLocalInquiry } from './local-inquiry.ts'
import { readArguments } from './arguments.ts'
import { OperatorError, runCommand } from './run-command.ts'
import { readSettings } from './settings.ts'

const USAGE = `npm run reply -- RECEIPT [FILE.eml]   a visitor's reply to the site that runs here; without a file the text on standard input`

/** The text as a mail. */
const mailOf = (body: string, from: string, to: string) =>
  [
    `From: <${from}>`,
    `To: <${to}>`,
    'Subject: Re',
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${uuid()}@local.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    (
      Buffer.from(body)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    ).join('\r\n'),
    '',
  ].join('\r\n')

await runCommand(async () => {
  const {
    words: [receipt, file],
  } = readArguments(USAGE, 2, {})
  if (receipt === undefined) throw new OperatorError(USAGE)
  const { port, vars } = readSettings()
  const { from, to } = await withLocalInquiry(receipt, async ({ row, DB }) => {
    const address = await addressForReplies({ DB, REPLY_DOMAIN: vars.REPLY_DOMAIN }, receipt)
    if (address === null || row.inquiry_mail === null) throw new OperatorError('Nobody can reply to this inquiry.')
    return { from: row.inquiry_mail, to: address }
  })
  const body =
    file === undefined
      ? mailOf(await text(process.stdin), from, to)
      : await readFile(file).catch((error: unknown) => {
          throw new OperatorError(`${file} cannot be read: ${(error as Error).message}`)
        })
  // The runtime's local e-mail handler: it calls the Worker as Email Routing does.
  const address = `http://127.0.0.1:${port}/cdn-cgi/handler/email?${new URLSearchParams({ from, to })}`
  const answer = await fetch(address, { method: 'POST', body }).catch((error: unknown) => {
    throw new OperatorError(`The site does not answer on port ${port}: ${(error as Error).message}`)
  })
  const said = await answer.text()
  if (!answer.ok) throw new OperatorError(`The reply was not taken: ${said}`)
  console.log(`The reply was handed to the site: ${said}`)
})
