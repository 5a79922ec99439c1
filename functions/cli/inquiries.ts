import { RECORD_STATES, type RecordState } from '../contract/possible-commands.ts'
import { csvHead, csvLines } from '../inquiries/csv.ts'
import type { ListedInquiry } from '../inquiries/export.ts'
import { FLAG, readArguments, TEXT } from './arguments.ts'
import { OperatorError, runCommand } from './run-command.ts'
import { withCommands, type TypeCommand } from './type-command.ts'

const USAGE = `npm run inquiries [-- --state ${RECORD_STATES.join('|')}] [--json | --csv]
npm run inquiries -- --processed RECEIPT   it was seen to; it is destroyed when the period of its consent has passed
npm run inquiries -- --retry RECEIPT       send a queued or undelivered one again
npm run inquiries -- --resume              after a restore: send what waits
Add --remote for the deployed site, --brand ID for what an operator of that brand sees and may do.`

/** Inquiries asked for at once, so that a message stays under 1 MiB, what one of wrangler may have. */
const PAGE = 50
/** Rows of the table on the screen. */
const SHOWN = 100

const OPTIONS = {
  json: FLAG,
  csv: FLAG,
  remote: FLAG,
  resume: FLAG,
  state: TEXT,
  processed: TEXT,
  retry: TEXT,
  brand: TEXT,
}

function stateFrom(text: string | undefined): RecordState | undefined {
  const state = RECORD_STATES.find((one) => one === text)
  if (text !== undefined && !state) throw new OperatorError(`There is no state "${text}".\n\n${USAGE}`)
  return state
}

/** Has something done with one inquiry. */
async function act(type: TypeCommand, name: 'mark-processed' | 'send-again', receipt: string): Promise<void> {
  try {
    await type(name, { receipt })
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    throw new OperatorError(`${receipt}: ${error.message} npm run inquiries lists them.`)
  }
}

async function* inquiriesOf(
  type: TypeCommand,
  state: RecordState | undefined,
  messages: boolean,
): AsyncGenerator<ListedInquiry[]> {
  for (let after: string | null = null, isDone = false; !isDone;) {
    const page: Awaited<ReturnType<typeof type<'export'>>> = await type('export', {
      state,
      after,
      size: PAGE,
      messages,
    })
    yield page.rows
    after = page.after
    isDone = after === null
  }
}

const inTable = (row: ListedInquiry) => ({
  received: row.received_at.slice(0, 16).replace('T', ' '),
  state: row.state,
  kind: row.is_home_unite ? 'partnership' : 'sales',
  company: row.company_name ?? '',
  contact: row.user_name ?? '',
  'e-mail': row.inquiry_mail ?? '',
  subject: row.subject ?? '',
  files: row.files.map(({ file_name }) => file_name).join(', '),
  attempts: row.attempts,
  reason: row.last_failure ?? '',
  receipt: row.receipt,
})

/** Prints all inquiries page by page as JSON or CSV, or the newest ones as a table. */
async function print(pages: AsyncGenerator<ListedInquiry[]>, as: 'json' | 'csv' | 'table'): Promise<void> {
  const write = (text: string) => process.stdout.write(text)
  if (as === 'csv') {
    write(csvHead())
    for await (const page of pages) if (page.length > 0) write(csvLines(page))
    return
  }
  if (as === 'json') {
    let separator = '['
    for await (const page of pages) {
      for (const row of page) {
        write(`${separator}\n${JSON.stringify(row, null, 2)}`)
        separator = ','
      }
    }
    write(separator === '[' ? '[]\n' : '\n]\n')
    return
  }
  const shown: ListedInquiry[] = []
  for await (const page of pages) {
    shown.push(...page)
    if (shown.length > SHOWN) break
  }
  if (shown.length === 0) return console.log('No inquiries.')
  console.table(shown.slice(0, SHOWN).map(inTable))
  if (shown.length > SHOWN) console.log(`These are the newest ${SHOWN}; --json and --csv print all.`)
}

await runCommand(async () => {
  const { remote, resume, processed, retry, csv, json, brand, ...values } = readArguments(USAGE, 0, OPTIONS).values
  const state = stateFrom(values.state)
  const work = async (type: TypeCommand) => {
    if (resume) {
      await type('resume', {})
      console.log('The site is resumed. It sends what waits, while it runs.')
    } else if (processed !== undefined) {
      await act(type, 'mark-processed', processed)
      console.log('Marked as processed. It will be destroyed with its files when the period of its consent has passed.')
    } else if (retry !== undefined) {
      await act(type, 'send-again', retry)
      console.log('It is sent again, while the site runs.')
    } else await print(inquiriesOf(type, state, csv || json), csv ? 'csv' : json ? 'json' : 'table')
  }
  await withCommands(remote, work, brand)
})
