import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireNoArguments } from '../../../../functions/cli/arguments.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vcp-x-arguments-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs a command, without npm. */
const run = (...args: string[]) =>
  new Promise<{ code: number; err: string }>((done) => {
    const env = { ...process.env, STATE_DIR: folder }
    execFile(process.execPath, ['functions/cli/command.js', ...args], { env }, (error, _out, err) =>
      done({ code: error ? Number(error.code) : 0, err }),
    )
  })

test.each([
  ['reply', '--quiet'],
  ['reply', 'receipt', '--quiet'],
  ['reply', 'receipt', 'a.eml', 'b.eml'],
  ['mail-event', '--quiet', 'delivered'],
  ['mail-event', 'receipt', 'delivered', '--quiet'],
  ['maintenance', 'status', 'now'],
  ['board', 'export', '--quiet'],
])('%s refuses an argument that it does not know, and says how it is used: %s %s', async (...args) => {
  const { code, err } = await run(...args)
  expect(code).toBe(1)
  expect(err).toContain(`npm run ${args[0]} -- `)
})

test('a start refuses an argument, which it would ignore, and says what takes its place', () => {
  expect(() => requireNoArguments([])).not.toThrow()
  expect(() => requireNoArguments(['--port', '8931'])).toThrow(
    /got --port 8931\..*PORT=8788 npm start \(docs\/operating\.md#configuration\)/,
  )
})
