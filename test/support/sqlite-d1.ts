import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const MIGRATIONS = new URL('../../functions/database/migrations/', import.meta.url)

const FILES = readdirSync(MIGRATIONS).toSorted()
const apply = (db: DatabaseSync, files: string[]) => {
  for (const file of files) db.exec(readFileSync(new URL(file, MIGRATIONS), 'utf8'))
}
/** An empty database after all migrations, as bytes: running them takes longer than most tests. */
const migrated = (() => {
  const db = new DatabaseSync(':memory:')
  apply(db, FILES)
  return db.serialize()
})()

/**
 * How a database behaves that is reached over a network. `loses the answer`: the call is done and seems to fail. `waits`: it is done when
 * it is released, whether or not the caller is still there.
 */
export type D1State = 'works' | 'fails' | 'loses the answer' | 'waits'

type Row = Record<string, unknown>
interface Result {
  results: Row[]
}

/** D1 over real SQLite with the real tables, and the faults that a test commands. */
export class SqliteD1 {
  state: D1State = 'works'
  #db = new DatabaseSync(':memory:')
  readonly #statements = new Map<string, StatementSync>()
  readonly #waiting: (() => void)[] = []

  readonly #missing: string[]

  /** @param before the first migration that is left out until `migrate`; all run without it */
  constructor(before?: string) {
    this.#missing = before === undefined ? [] : FILES.filter((file) => file >= before)
    if (before === undefined) this.#db.deserialize(migrated)
    else
      apply(
        this.#db,
        FILES.filter((file) => file < before),
      )
  }

  /** Runs the migrations that were left out. */
  migrate(): void {
    apply(this.#db, this.#missing.splice(0))
  }

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

  get hasWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** Does the calls that wait. @param newestFirst as they may arrive, the ones of an ended process among them */
  release(newestFirst = false): void {
    const calls = this.#waiting.splice(0)
    for (const call of newestFirst ? calls.toReversed() : calls) call()
  }

  /** Grows with each change of a row. */
  get changes(): number {
    return Number(this.rows<{ n: number }>('SELECT total_changes() AS n')[0]?.n)
  }

  serialize(): Uint8Array {
    return this.#db.serialize()
  }

  /** The database of a backup. What was on its way to the one before never arrives. */
  restore(bytes: Uint8Array): void {
    this.#waiting.length = 0
    this.#statements.clear()
    this.#db.close()
    this.#db = new DatabaseSync(':memory:')
    this.#db.deserialize(bytes)
  }

  close(): void {
    this.#waiting.length = 0
    this.#db.close()
  }

  async #call<T>(work: () => T): Promise<T> {
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
    this.#db.exec('BEGIN')
    try {
      const results = statements.map(({ sql, values }) => this.#execute(sql, values))
      this.#db.exec('COMMIT')
      return results
    } catch (error) {
      this.#db.exec('ROLLBACK')
      throw error
    }
  }

  #execute(sql: string, values: SQLInputValue[]): Result {
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return { results: statement.all(...values) }
  }
}
