import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyMigrations, withLocalState } from '../../functions/cli/local-state.ts'
import { inquiryStatement, PREVIOUS_RELEASE } from '../support/previous-release.ts'

/** A database with the new schema. */
async function withNewSchema(use: (db: D1Database) => Promise<void>): Promise<void> {
  const stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-two-step-'))
  try {
    await withLocalState(stateDir, async ({ DB }) => {
      await applyMigrations(DB)
      await use(DB)
    })
  } finally {
    await rm(stateDir, { recursive: true, force: true })
  }
}

test('the previous release works on the new schema: each of its statements runs and gives what it reads', () =>
  withNewSchema(async (DB) => {
    for (const { sql, values = [], rows } of PREVIOUS_RELEASE) {
      const result = await DB.prepare(sql)
        .bind(...values)
        .all()
        .catch((error: unknown) => error)
      expect(result, sql).not.toBeInstanceOf(Error)
      const { results, meta } = result as D1Result
      if (rows) {
        expect(results, sql).toHaveLength(rows.length)
        expect(results, sql).toMatchObject(rows)
      } else expect(meta.changes, sql).toBeGreaterThan(0)
    }
  }))

test('beside the new release the previous one stores an inquiry once, and loses none to another under the same key', () =>
  withNewSchema(async (DB) => {
    const store = ({ sql, values }: ReturnType<typeof inquiryStatement>) =>
      DB.prepare(sql)
        .bind(...values)
        .run()
    const receipts = async () =>
      (await DB.prepare('SELECT receipt FROM inquiry ORDER BY receipt').all<{ receipt: string }>()).results.map(
        ({ receipt }) => receipt,
      )
    // Stored by the new release, which ended before its outbox knew; then the deployment was rolled back.
    await store(inquiryStatement('new', 'new'))
    await store(inquiryStatement('key of its client', 'new'))
    await store(inquiryStatement('key', 'one'))
    await store(inquiryStatement('key', 'one'))
    expect(await receipts()).toEqual(['new', 'one'])
    await expect(store(inquiryStatement('key', 'of another brand'))).rejects.toThrow('belongs to another inquiry')
    expect(await receipts()).toEqual(['new', 'one'])
  }))
