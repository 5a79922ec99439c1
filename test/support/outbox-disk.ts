import { DatabaseSync } from 'node:sqlite'

/** Message of what a process that was killed still tries. */
export const ENDED = 'This process has ended.'

/** The storage of a Durable Object over real SQLite, with its alarm as a number and the work that it was asked to wait for. */
export interface OutboxDisk {
  /** The context of a new process. What an earlier process does after its end reaches the storage no more. */
  boot(): object
  db: DatabaseSync
  alarm: number | null
  /** Resolves when no work is left. */
  idle(): Promise<void>
  /** The process ends: its work is lost, the storage stays. */
  kill(): void
}

/** @param name of the object, a brand id */
export function outboxDisk(name = 'vcp-x'): OutboxDisk {
  const db = new DatabaseSync(':memory:')
  const work = new Set<Promise<unknown>>()
  let process = 0
  const track = (promise: Promise<unknown>) => {
    const tracked: Promise<unknown> = promise.finally(() => work.delete(tracked))
    tracked.catch(() => undefined)
    work.add(tracked)
    return promise
  }
  const disk: OutboxDisk = {
    db,
    alarm: null,
    boot() {
      const own = ++process
      const requireAlive = () => {
        if (own !== process) throw new Error(ENDED)
      }
      const exec = (query: string, ...values: (string | number | null)[]) => {
        requireAlive()
        if (query.includes(';')) db.exec(query)
        const rows = query.includes(';') ? [] : db.prepare(query).all(...values)
        return { toArray: () => rows }
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
  }
  return disk
}
