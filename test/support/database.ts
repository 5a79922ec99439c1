import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

export type Row = Record<string, unknown>

interface Compiled {
  statement: StatementSync
  names: string[]
}

/** SQLite in memory. Each text is compiled once, and `SELECT` of many columns is several times quicker than in node:sqlite itself. */
export class Database {
  readonly connection = new DatabaseSync(':memory:')
  readonly #compiled = new Map<string, Compiled>()

  /** @param bytes of `serialize`; empty without them */
  constructor(bytes?: Uint8Array) {
    if (bytes) this.connection.deserialize(bytes)
  }

  rows(text: string, values: SQLInputValue[]): Row[] {
    const limit = values.at(-1)
    // SQLite compiles a statement again for each call that binds its limit.
    if (typeof limit === 'number' && text.endsWith('LIMIT ?'))
      return this.#run(text.slice(0, -1) + limit, values.slice(0, -1))
    return this.#run(text, values)
  }

  serialize(): Uint8Array {
    // The index of a search waits in memory until a savepoint writes it.
    this.connection.exec('SAVEPOINT written; RELEASE written')
    return this.connection.serialize()
  }

  #run(text: string, values: SQLInputValue[]): Row[] {
    let compiled = this.#compiled.get(text)
    if (!compiled) {
      const statement = this.connection.prepare(text)
      statement.setReturnArrays(true)
      compiled = { statement, names: statement.columns().map(({ name }) => name) }
      this.#compiled.set(text, compiled)
    }
    const { statement, names } = compiled
    return (statement.all(...values) as unknown as unknown[][]).map((array) => {
      const row: Row = {}
      for (let index = 0; index < names.length; index++) row[names[index] as string] = array[index]
      return row
    })
  }
}
