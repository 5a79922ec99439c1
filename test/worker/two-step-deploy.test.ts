import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareState, withLocalState } from '../../functions/cli/local-state.ts'
import { PREVIOUS_RELEASE } from '../support/previous-release.ts'

test('the previous release works on the new schema: each of its statements runs and gives what it reads', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-two-step-'))
  try {
    await prepareState(stateDir)
    await withLocalState(stateDir, async ({ DB }) => {
      await DB.batch([DB.prepare('DELETE FROM board_item'), DB.prepare('DELETE FROM sub_category')])
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
    })
  } finally {
    await rm(stateDir, { recursive: true, force: true })
  }
})
