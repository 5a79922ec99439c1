import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** Message of what a process that was killed still tries. */
export const ENDED = 'This process has ended.'

/** The storage of a Durable Object over real SQLite, with its alarm as a number and the work that it was asked to wait for. */
export interface OutboxDisk {
  /** The context of a new process. What an earlier process does after its end reaches the storage no more. */
  boot(): object
  readonly db: DatabaseSync
  /** Rows as they are now, for a test to look at. */
  rows<T = Record<string, unknown>>(query: string, ...values: SQLInputValue[]): T[]
  /** The SQL of each statement that has run. */
  readonly statements: ReadonlySet<string>
  alarm: number | null
  /** Resolves when no work is left. */
  idle(): Promise<void>
  /** The process ends: its work is lost, the storage stays. */
  kill(): void
  /** The process ends, and the storage is as a backup says. */
  restore(bytes: Uint8Array): void
}

/** @param name of the object, a brand id */
export function outboxDisk(name = 'vcp-x'): OutboxDisk {
  let db = new DatabaseSync(':memory:')
  const statements = new Map<string, StatementSync>()
  const work = new Set<Promise<unknown>>()
  const rows = (query: string, ...values: SQLInputValue[]) => {
    const statement = statements.get(query) ?? db.prepare(query)
    statements.set(query, statement)
    return statement.all(...values)
  }
  let process = 0
  const track = (promise: Promise<unknown>) => {
    const tracked: Promise<unknown> = promise.finally(() => work.delete(tracked))
    tracked.catch(() => undefined)
    work.add(tracked)
    return promise
  }
  const disk: OutboxDisk = {
    get db() {
      return db
    },
    rows: (query, ...values) => rows(query, ...values) as never[],
    get statements() {
      return new Set(statements.keys())
    },
    alarm: null,
    boot() {
      const own = ++process
      const requireAlive = () => {
        if (own !== process) throw new Error(ENDED)
      }
      const exec = (query: string, ...values: (string | number | null)[]) => {
        requireAlive()
        if (query.includes(';')) db.exec(query)
        const found = query.includes(';') ? [] : rows(query, ...values)
        return { toArray: () => found }
      }
      return {
        id: { name },
        storage: {
          sql: { exec },
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
    restore(bytes) {
      disk.kill()
      statements.clear()
      db.close()
      db = new DatabaseSync(':memory:')
      db.deserialize(bytes)
      disk.alarm = null
    },
  }
  return disk
}
