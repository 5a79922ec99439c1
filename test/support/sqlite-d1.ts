import { readdirSync, readFileSync } from 'node:fs'
import type { SQLInputValue } from 'node:sqlite'
import { Database, type Row } from './database.ts'

const MIGRATIONS = new URL('../../functions/database/migrations/', import.meta.url)

/** An empty database after all migrations, as bytes: running them takes longer than most tests. */
const migrated = (() => {
  const database = new Database()
  for (const file of readdirSync(MIGRATIONS).toSorted())
    database.connection.exec(readFileSync(new URL(file, MIGRATIONS), 'utf8'))
  return database.serialize()
})()

/**
 * How a database behaves that is reached over a network. `loses the answer`: the call is done and seems to fail. `waits`: it is done when
 * it is released, whether or not the caller is still there.
 */
export type D1State = 'works' | 'fails' | 'loses the answer' | 'waits'

interface Result {
  results: Row[]
}

/** D1 over real SQLite with the real tables, and the faults that a test commands. */
export class SqliteD1 {
  state: D1State = 'works'
  /** How often it was called. */
  calls = 0
  #database = new Database(migrated)
  readonly #waiting: (() => void)[] = []
  #isClosed = false

  /** What the Worker gets as its binding. */
  get binding(): object {
    const statement = (sql: string, values: SQLInputValue[]): object => ({
      sql,
      values,
      bind: (...bound: SQLInputValue[]) => statement(sql, bound),
      run: () => this.#call(() => this.#execute(sql, values)),
      all: () => this.#call(() => this.#execute(sql, values)),
      first: async (column?: string) => {
        const { results } = await this.#call(() => this.#execute(sql, values))
        const [row = null] = results
        return column === undefined ? row : (row?.[column] ?? null)
      },
    })
    return {
      prepare: (sql: string) => statement(sql, []),
      batch: (statements: { sql: string; values: SQLInputValue[] }[]) => this.#call(() => this.#batch(statements)),
    }
  }

  /** Rows as they are now, for a test to look at; no fault keeps it from that. */
  rows<T = Row>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#execute(sql, values).results as T[]
  }

  /** Does the calls that wait. */
  release(): void {
    for (const call of this.#waiting.splice(0)) call()
  }

  /** Grows with each change of a row. */
  get changes(): number {
    return Number(this.rows<{ n: number }>('SELECT total_changes() AS n')[0]?.n)
  }

  serialize(): Uint8Array {
    return this.#database.serialize()
  }

  /** The database of a backup. What was on its way to the one before never arrives. */
  restore(bytes: Uint8Array): void {
    this.#waiting.length = 0
    this.#database.connection.close()
    this.#database = new Database(bytes)
  }

  /** Nothing that still runs reaches the database, and its memory is free: the garbage collector does not see how much that is. */
  close(): void {
    this.#waiting.length = 0
    this.#isClosed = true
    this.#database.connection.close()
  }

  async #call<T>(work: () => T): Promise<T> {
    this.calls++
    if (this.#isClosed) throw new Error('This D1 is closed.')
    switch (this.state) {
      case 'works':
        return work()
      case 'fails':
        throw new Error('D1 is down')
      case 'loses the answer':
        work()
        throw new Error('Network connection lost.')
      case 'waits':
        return new Promise((resolve, reject) => {
          this.#waiting.push(() => {
            try {
              resolve(work())
            } catch (error) {
              reject(error as Error)
            }
          })
        })
    }
  }

  #batch(statements: { sql: string; values: SQLInputValue[] }[]): Result[] {
    this.#execute('SAVEPOINT batch', [])
    try {
      return statements.map(({ sql, values }) => this.#execute(sql, values))
    } catch (error) {
      this.#execute('ROLLBACK TO batch', [])
      throw error
    } finally {
      this.#execute('RELEASE batch', [])
    }
  }

  #execute(sql: string, values: SQLInputValue[]): Result {
    return { results: this.#database.rows(sql, values) }
  }
}
