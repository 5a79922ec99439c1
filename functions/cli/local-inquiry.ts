import { getPlatformProxy } from 'wrangler'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type InquiryRow, readInquiryRow } from '../database/inquiry-row.ts'
import { isRunning } from './running-site.ts'
import { OperatorError, readSettings } from './settings.ts'
import { readWorkerConfig } from './worker-config.ts'

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
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-local-'))
  try {
    const { name, compatibility_date, d1_databases } = readWorkerConfig()
    const configPath = join(folder, 'wrangler.json')
    await writeFile(configPath, JSON.stringify({ name: `${name}-local`, compatibility_date, d1_databases }))
    const persist = { path: join(stateDir, 'v3') }
    const proxy = await getPlatformProxy<{ DB: D1Database }>({ configPath, persist, remoteBindings: false })
    try {
      const row = await readInquiryRow(proxy.env.DB, receipt)
      if (!row) throw new OperatorError(`There is no inquiry ${receipt}.`)
      return await use({ row, DB: proxy.env.DB })
    } finally {
      await proxy.dispose()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
