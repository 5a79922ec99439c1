export type Value = string | number | null
export type Statement = [sql: string, values: Value[]]

const literal = (value: Value | undefined): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'NULL')

/** A statement with its values in it, for the deployed database, which executes only SQL text. */
export function sqlText([sql, values]: Statement): string {
  let index = 0
  return `${sql.replaceAll('?', () => literal(values[index++]))};`
}
