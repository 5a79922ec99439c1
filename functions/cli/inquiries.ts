import { parseArgs } from 'node:util'
import type { Payload } from '../outbox/store.ts'
import { withLocalState } from './local-state.ts'
import { queryRemote, type Row } from './programs.ts'
import { OperatorError, readSettings, runCommand } from './settings.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    remote: { type: 'boolean', default: false },
    processed: { type: 'string' },
  },
})

/** Runs one SQL statement on the local or the deployed database. */
type Query = (sql: string) => Promise<Row[]>

const RECEIVED = 'SELECT * FROM inquiry ORDER BY received_at DESC'
const UNDELIVERED = 'SELECT * FROM undelivered_inquiry ORDER BY accepted_at DESC'

/** Received and undelivered inquiries, newest first, with the field names of `board/inquiry` (docs/contract.md#1). */
async function inquiries(query: Query): Promise<Row[]> {
  const received = (await query(RECEIVED)).map(({ idempotency_key: _key, processed_at = null, ...row }): Row => ({
    ...row,
    state: processed_at === null ? 'delivered' : 'processed',
    processed_at,
  }))
  const undelivered = (await query(UNDELIVERED)).map(
    ({ receipt, accepted_at, white_label, payload, processed_at = null }) => {
      const { inquiry } = JSON.parse(String(payload)) as Payload
      const { held_files: _held, privacy_version: _version, ...fields } = inquiry
      return {
        receipt,
        state: processed_at === null ? 'undelivered' : 'processed',
        received_at: accepted_at,
        processed_at,
        white_label,
        ...fields,
      } as unknown as Row
    },
  )
  return [...received, ...undelivered].sort((one, other) =>
    String(other.received_at).localeCompare(String(one.received_at)),
  )
}

async function markProcessed(query: Query, receipt: string): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(receipt))
    throw new OperatorError(`"${receipt}" is not a receipt; npm run inquiries lists them.`)
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

/** Adds to each row the files of its two references. */
async function withFiles(rows: Row[], query: Query): Promise<object[]> {
  const files = await query('SELECT file_ref_id, file_key, file_name FROM file ORDER BY position')
  const filesOf = (reference: Row[string] | undefined) =>
    files
      .filter(({ file_ref_id }) => file_ref_id === reference)
      .map(({ file_key, file_name }) => ({ file_key, file_name }))
  return rows.map((row) => ({
    ...row,
    is_home_unite: Boolean(row.is_home_unite),
    is_home_inquiry: Boolean(row.is_home_inquiry),
    files: [...filesOf(row.file_ref_id), ...filesOf(row.file_ref_id_homepage)],
  }))
}

function print(rows: object[]): void {
  if (values.json) return console.log(JSON.stringify(rows, null, 2))
  if (rows.length === 0) return console.log('No inquiry has been received yet.')
  console.table(
    (rows as (Row & { files?: { file_name: string }[] })[]).map((row) => ({
      received: String(row.received_at).slice(0, 16).replace('T', ' '),
      state: row.state,
      kind: row.is_home_unite ? 'partnership' : 'sales',
      company: row.company_name,
      contact: row.user_name,
      'e-mail': row.inquiry_mail,
      subject: row.subject,
      files: row.files?.map(({ file_name }) => file_name).join(', ') ?? '',
      receipt: row.receipt,
    })),
  )
}

await runCommand(async () => {
  const work = async (query: Query) => {
    if (values.processed !== undefined) return markProcessed(query, values.processed)
    print(await withFiles(await inquiries(query), query))
  }
  if (values.remote) return work(queryRemote)
  await withLocalState(readSettings().stateDir, (bindings) =>
    work(async (sql) => (await bindings.DB.prepare(sql).all<Row>()).results),
  )
})
