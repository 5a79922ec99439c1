import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/* What wrangler and its Vite plugin add to a local site: an explorer of all storage, and a record of every request. Neither knows the admin's token. */

const READS: [path: string, body?: object][] = [
  [''],
  ['/'],
  ['/api'],
  ['/api/d1/database'],
  ['/api/d1/database/DB/raw', { sql: 'SELECT value FROM signing_key' }],
  ['/api/storage/kv/namespaces'],
  ['/api/r2/buckets'],
  ['/api/workers/durable_objects/namespaces'],
  ['/api/local/email/sending'],
  ['/api/local/observability/query', { sql: 'SELECT 1' }],
]

/**
 * The addresses of an explorer that are answered by one. They would show inquiries, signing key, files, settings, mail and what was asked
 * for. The site itself answers 404 there, and 405 to a POST.
 */
export async function explorerAddresses(origin: string): Promise<string[]> {
  const answered: string[] = []
  for (const explorer of ['/cdn-cgi/local/explorer', '/cdn-cgi/explorer'])
    for (const [path, body] of READS) {
      const headers = { 'content-type': 'application/json' }
      const { status } = await fetch(
        origin + explorer + path,
        body && { method: 'POST', body: JSON.stringify(body), headers },
      )
      if (status !== (body ? 405 : 404)) answered.push(`${explorer}${path} ${status}`)
    }
  return answered
}

/** Paths of the files below a folder that hold a text, relative to it. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const holds = await Promise.all(paths.map(async (path) => (await readFile(path)).includes(text)))
  return paths.filter((_, index) => holds[index]).map((path) => relative(folder, path))
}
