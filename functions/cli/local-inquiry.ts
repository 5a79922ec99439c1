import { type InquiryRow, readInquiryRow } from '../database/inquiry-row.ts'
import { withLocalState } from './local-state.ts'
import { isRunning } from './running-site.ts'
import { OperatorError } from './run-command.ts'
import { readSettings } from './settings.ts'

/**
 * Reads an inquiry of the site that runs here, and its database, for what the platform does where the site is deployed.
 * @throws OperatorError where no site runs here, or it does not have the inquiry
 */
export async function withLocalInquiry<T>(
  receipt: string,
  use: (inquiry: { row: InquiryRow; DB: D1Database }) => Promise<T>,
): Promise<T> {
  const { stateDir } = readSettings()
  if (!(await isRunning(stateDir))) throw new OperatorError('No site runs here. Start it first: npm start')
  return withLocalState(stateDir, async ({ DB }) => {
    const row = await readInquiryRow(DB, receipt)
    if (!row) throw new OperatorError(`There is no inquiry ${receipt}.`)
    return use({ row, DB })
  })
}
