import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getPlatformProxy } from 'wrangler'
import { type InquiryRecord, readRecord } from '../database/inquiry-record.ts'
import { outboxOf } from '../outbox/brand-outbox.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { isRunning, registryOf } from './running-site.ts'
import { OperatorError, readSettings } from './settings.ts'
import { readWorkerConfig } from './worker-config.ts'

/** An inquiry of the site that runs here. */
export interface LocalInquiry {
  row: InquiryRecord
  outbox: DurableObjectStub<Outbox>
}

/**
 * Reaches the outbox of an inquiry from this machine, for what the platform does where the site is deployed: the built Worker has no
 * address and no command for it.
 * @throws OperatorError where no site runs here, or it does not have the inquiry
 */
export async function withLocalOutbox<T>(receipt: string, use: (inquiry: LocalInquiry) => Promise<T>): Promise<T> {
  const { stateDir } = readSettings()
  if (!(await isRunning(stateDir))) throw new OperatorError('No site runs here. Start it first: npm start')
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-outbox-'))
  try {
    const { name, compatibility_date, d1_databases } = readWorkerConfig()
    const configPath = join(folder, 'wrangler.json')
    const bindings = [{ name: 'OUTBOX', class_name: 'Outbox', script_name: name }]
    const config = { name: `${name}-local`, compatibility_date, d1_databases, durable_objects: { bindings } }
    await writeFile(configPath, JSON.stringify(config))
    process.env.CLOUDFLARE_DEV_REGISTRY_PATH = registryOf(stateDir)
    const proxy = await getPlatformProxy<{ DB: D1Database; OUTBOX: DurableObjectNamespace }>({
      configPath,
      persist: { path: join(stateDir, 'v3') },
      remoteBindings: false,
    })
    try {
      const row = await readRecord(proxy.env.DB, receipt)
      if (!row) throw new OperatorError(`There is no inquiry ${receipt}.`)
      return await use({ row, outbox: outboxOf(proxy.env, row.brand_id) })
    } finally {
      await proxy.dispose()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
