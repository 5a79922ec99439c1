import { globSync } from 'node:fs'
import { appendFile, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, parse } from 'node:path'
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Backup } from '../outbox/backup-entrypoint.ts'
import type { Position, RestoredPage, TableRows } from '../outbox/backup-rows.ts'
import { pauseOutbox } from '../outbox/pause.ts'
import { prepareRestored } from '../outbox/keep-destroyed.ts'
import { OutboxStore } from '../outbox/store.ts'
import { storageOf } from './outbox-storage.ts'

/** The outboxes of a site, for a backup. A folder holds their copies. */
export interface OutboxCopies {
  /** Copies all outboxes into a new folder. Gives their number. */
  copyTo(folder: string): Promise<number>
  /** Whether none of the outboxes that a folder has copies of, or that the site has, holds an inquiry. */
  areEmpty(folder: string): Promise<boolean>
  /** Pauses these outboxes before anything else is restored: until they have their copies a running site leaves alone what it finds. */
  beginRestore(folder: string): Promise<void>
  /** Makes the outboxes of a folder again, paused. @param destroyed receipts that were destroyed since, with their time in milliseconds since epoch */
  restoreFrom(folder: string, destroyed: ReadonlyMap<string, number>): Promise<RestoredOutboxes>
}

export interface RestoredOutboxes {
  outboxes: number
  /** Inquiries of the backup that were destroyed again. */
  destroyed: number
}

/** Alarms are in a database of their own beside the objects. */
const isOutbox = (path: string) => basename(path) !== 'metadata.sqlite'

/**
 * The databases of a local state (`{class}/{id}.sqlite`), which a running site may use while they are copied.
 * @param stateDir the value of `STATE_DIR`
 */
export function localOutboxes(stateDir: string): OutboxCopies {
  const home = join(stateDir, 'v3/do')
  const databases = (folder: string) => globSync('*/*.sqlite', { cwd: folder })
  return {
    async copyTo(folder) {
      const paths = databases(home)
      for (const path of paths) {
        const source = new DatabaseSync(join(home, path), { readOnly: true })
        await mkdir(join(folder, dirname(path)), { recursive: true })
        await copyDatabase(source, join(folder, path))
        source.close()
      }
      return paths.filter(isOutbox).length
    },
    areEmpty: async () => databases(home).length === 0,
    // No site runs.
    beginRestore: async () => undefined,
    async restoreFrom(folder, destroyed) {
      const paths = databases(folder)
      let count = 0
      for (const path of paths) {
        if (isOutbox(path)) {
          const copy = new DatabaseSync(join(folder, path))
          count += prepareRestored(storageOf(copy), destroyed)
          pauseOutbox(new OutboxStore(storageOf(copy)), new Date())
          copy.close()
        }
        await mkdir(join(home, dirname(path)), { recursive: true })
        await writeFile(join(home, path), await readFile(join(folder, path)), { flag: 'wx' })
      }
      return { outboxes: paths.filter(isOutbox).length, destroyed: count }
    },
  }
}

const pageSchema = z.array(
  z.object({
    table: z.string(),
    rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  }),
)

/** What a page has to know of what was destroyed. */
function destroyedOf(tables: TableRows[], destroyed: ReadonlyMap<string, number>): [string, number][] {
  const receipts = new Set(tables.flatMap(({ rows }) => rows.map((row) => String(row.receipt))))
  return [...destroyed].filter(([receipt]) => receipts.has(receipt))
}

const NO_ROWS = { tables: [], destroyed: [], isFirst: false, isLast: false } satisfies RestoredPage

/**
 * The outboxes of a deployed site, by the Worker's entrypoint: `{brand}.jsonl` with a page of rows in each line (functions/outbox/backup-rows.ts).
 * @param brandIds of the registry
 */
export function deployedOutboxes(service: Service<Backup>, brandIds: string[]): OutboxCopies {
  const copiedBrands = async (folder: string) => (await readdir(folder)).map((file) => parse(file).name)
  // Those without a copy are paused too.
  const restoredBrands = async (folder: string) => new Set([...(await copiedBrands(folder)), ...brandIds])
  return {
    async copyTo(folder) {
      await mkdir(folder)
      const brands = await service.brands(brandIds)
      for (const brand of brands)
        for (let after: Position | null = null, isDone = false; !isDone;) {
          const page: { tables: TableRows[]; next: Position | null } = await service.read(brand, after)
          await appendFile(join(folder, `${brand}.jsonl`), `${JSON.stringify(page.tables)}\n`)
          after = page.next
          isDone = after === null
        }
      return brands.length
    },
    async areEmpty(folder) {
      for (const brand of await restoredBrands(folder)) if (!(await service.isEmpty(brand))) return false
      return true
    },
    async beginRestore(folder) {
      for (const brand of await restoredBrands(folder)) await service.restore(brand, { ...NO_ROWS, isFirst: true })
    },
    async restoreFrom(folder, destroyed) {
      let count = 0
      const brands = await copiedBrands(folder)
      for (const brand of brands) {
        await using file = await open(join(folder, `${brand}.jsonl`))
        for await (const line of file.readLines()) {
          const tables = pageSchema.parse(JSON.parse(line))
          count += await service.restore(brand, { ...NO_ROWS, tables, destroyed: destroyedOf(tables, destroyed) })
        }
      }
      // After all of them: the site goes on as a whole.
      for (const brand of await restoredBrands(folder)) await service.restore(brand, { ...NO_ROWS, isLast: true })
      return { outboxes: brands.length, destroyed: count }
    },
  }
}
