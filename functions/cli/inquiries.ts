import { parseArgs } from 'node:util'
import { csvHead, csvLines, type ListedInquiry } from '../inquiry/export.ts'
import { inquiryPages, STATES, type Query, type State } from './inquiry-pages.ts'
import { withLocalState } from './local-state.ts'
import { queryRemote, type Row } from './programs.ts'
import { OperatorError, readSettings, runCommand } from './settings.ts'

const USAGE = `npm run inquiries [-- --state ${STATES.join('|')}] [--json | --csv]
npm run inquiries -- --processed RECEIPT   it was seen to; it is destroyed one month later
npm run inquiries -- --retry RECEIPT       send a queued or undelivered one again
Add --remote for the deployed site.`

/** Rows of the table on the screen. */
const SHOWN = 100

function readArguments() {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  try {
    const options = { json: flag, csv: flag, remote: flag, state: text, processed: text, retry: text }
    return parseArgs({ options }).values
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

function stateFrom(text: string | undefined): State | null {
  if (text === undefined) return null
  const state = STATES.find((one) => one === text)
  if (!state) throw new OperatorError(`There is no state "${text}".\n\n${USAGE}`)
  return state
}

function requireReceipt(receipt: string): void {
  if (!/^[0-9a-f-]{36}$/.test(receipt))
    throw new OperatorError(`"${receipt}" is not a receipt; npm run inquiries lists them.`)
}

async function markProcessed(query: Query, receipt: string): Promise<void> {
  requireReceipt(receipt)
  for (const table of ['inquiry', 'undelivered_inquiry']) {
    await query(
      `UPDATE ${table} SET processed_at = '${new Date().toISOString()}' WHERE receipt = '${receipt}' AND processed_at IS NULL`,
    )
    const [row] = await query(`SELECT processed_at FROM ${table} WHERE receipt = '${receipt}'`)
    if (row)
      return console.log(
        `Processed at ${String(row.processed_at)}; it will be destroyed with its files one month later.`,
      )
  }
  throw new OperatorError(`There is no inquiry with the receipt ${receipt}; npm run inquiries lists them.`)
}

async function requestRetry(query: Query, receipt: string): Promise<void> {
  requireReceipt(receipt)
  await query(
    `UPDATE undelivered_inquiry SET retry_requested_at = '${new Date().toISOString()}' WHERE receipt = '${receipt}' AND state <> 'delivered'`,
  )
  const [row] = await query(`SELECT retry_requested_at FROM undelivered_inquiry WHERE receipt = '${receipt}'`)
  if (!row?.retry_requested_at)
    throw new OperatorError(
      `No inquiry with the receipt ${receipt} waits for its delivery; npm run inquiries lists them.`,
    )
  console.log('It will be sent again within a minute or two, while the site runs.')
}

const inTable = (row: ListedInquiry) => ({
  received: row.received_at.slice(0, 16).replace('T', ' '),
  state: row.state,
  kind: row.is_home_unite ? 'partnership' : 'sales',
  company: row.company_name,
  contact: row.user_name,
  'e-mail': row.inquiry_mail,
  subject: row.subject,
  files: row.files.map(({ file_name }) => file_name).join(', '),
  attempts: row.attempts ?? '',
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
  if (shown.length === 0) return console.log('No inquiry has been received yet.')
  console.table(shown.slice(0, SHOWN).map(inTable))
  if (shown.length > SHOWN) console.log(`These are the newest ${SHOWN}; --json and --csv print all.`)
}

await runCommand(async () => {
  const values = readArguments()
  const state = stateFrom(values.state)
  const work = async (query: Query) => {
    if (values.processed !== undefined) return markProcessed(query, values.processed)
    if (values.retry !== undefined) return requestRetry(query, values.retry)
    await print(inquiryPages(query, state), values.csv ? 'csv' : values.json ? 'json' : 'table')
  }
  if (values.remote) return work(queryRemote)
  await withLocalState(readSettings().stateDir, (bindings) =>
    work(async (sql) => (await bindings.DB.prepare(sql).all<Row>()).results),
  )
})
