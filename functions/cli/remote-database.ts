import { run } from './children.ts'
import { OperatorError } from './settings.ts'

type Row = Record<string, string | number | null>

/** Runs one statement against the deployed database. @throws OperatorError where Cloudflare refuses or cannot be reached. */
export async function queryRemote(sql: string): Promise<Row[]> {
  const printed = await run(
    'wrangler',
    ['d1', 'execute', 'DB', '--remote', '--json', '--yes', '--command', sql],
    'The query of the deployed database',
  )
  const start = printed.indexOf('[')
  if (start === -1) throw new OperatorError(`The deployed database gave no answer that can be read:\n${printed}`)
  const [result] = JSON.parse(printed.slice(start)) as { results: Row[] }[]
  return result?.results ?? []
}
