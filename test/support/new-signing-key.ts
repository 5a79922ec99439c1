import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SqliteD1 } from './sqlite-d1.ts'

/** Runs the statement by which an operator replaces the signing key (docs/operating.md), at the time of the test. */
export function replaceSigningKey(d1: SqliteD1): void {
  const [, typed] = /--command "(INSERT INTO signing_key [^"]+)"/.exec(readFileSync('docs/operating.md', 'utf8')) ?? []
  if (typed === undefined) throw new Error('docs/operating.md has no statement for a new signing key.')
  d1.rows(
    typed
      .replace('$(openssl rand -base64 32)', randomBytes(32).toString('base64'))
      .replaceAll("strftime('%Y-%m-%dT%H:%M:%fZ', 'now')", `'${new Date().toISOString()}'`),
  )
}
