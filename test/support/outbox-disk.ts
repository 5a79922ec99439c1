import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { Database } from './database.ts'

/** Message of what a process that was killed still tries. */
export const ENDED = 'This process has ended.'

/** The storage of a Durable Object over real SQLite, with its alarm as a number and the work that it was asked to wait for. */
export interface OutboxDisk {
  /** The context of a new process. What an earlier process does after its end reaches the storage no more. */
  boot(): object
  readonly db: DatabaseSync
  /** Rows as they are now, for a test to look at. */
  rows<T = Record<string, unknown>>(query: string, ...values: SQLInputValue[]): T[]
  serialize(): Uint8Array
  /** The SQL of each statement that has run. */
  readonly statements: ReadonlySet<string>
  alarm: number | null
  /** Resolves when no work is left. */
  idle(): Promise<void>
  /** The process ends: its work is lost, the storage stays. */
  kill(): void
  /** The process ends, and nobody needs the storage any more. */
  close(): void
  /** The process ends, and the storage is as a backup says. */
  restore(bytes: Uint8Array): void
}

/** @param name of the object, a brand id. @param database what is stored at first */
export function outboxDisk(name = 'vcp-x', database = new Database()): OutboxDisk {
  let restored: Database | null = null
  const work = new Set<Promise<unknown>>()
  let process = 0
  const track = (promise: Promise<unknown>) => {
    const tracked: Promise<unknown> = promise.finally(() => work.delete(tracked))
    tracked.catch(() => undefined)
    work.add(tracked)
    return promise
  }
  const disk: OutboxDisk = {
    get db() {
      return database.connection
    },
    rows: (query, ...values) => database.rows(query, values) as never[],
    get statements() {
      return database.texts
    },
    serialize: () => database.serialize(),
    alarm: null,
    boot() {
      const own = ++process
      const requireAlive = () => {
        if (own !== process) throw new Error(ENDED)
      }
      const exec = (query: string, ...values: (string | number | null)[]) => {
        requireAlive()
        if (query.includes(';')) database.connection.exec(query)
        const found = query.includes(';') ? [] : database.rows(query, values)
        return { toArray: () => found, [Symbol.iterator]: () => found.values() }
      }
      return {
        id: { name },
        storage: {
          sql: { exec },
          transactionSync: <T>(work: () => T) => work(),
          getAlarm: async () => disk.alarm,
          setAlarm: async (at: number) => {
            requireAlive()
            disk.alarm = at
          },
        },
        waitUntil: track,
        blockConcurrencyWhile: (first: () => Promise<unknown>) => track(first()),
      }
    },
    async idle() {
      while (work.size > 0) await Promise.all(work)
    },
    kill() {
      process++
      work.clear()
    },
    close() {
      disk.kill()
      restored?.connection.close()
    },
    restore(bytes) {
      disk.kill()
      restored?.connection.close()
      restored = new Database(bytes)
      database = restored
      disk.alarm = null
    },
  }
  return disk
}
