import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/* What every command does when a signal ends it: one that writes a file, with secrets in its temporary folder. */

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vcp-x-ended-'))
})
afterAll(() => rm(folder, { recursive: true }))

const from = (name: string) => JSON.stringify(join(process.cwd(), 'functions/cli', name))
const script = (file: string, isServer: boolean) => `
  import { writeFile } from 'node:fs/promises'
  import { join } from 'node:path'
  import { writeNewFile } from ${from('new-file.ts')}
  import { runCommand } from ${from('run-command.ts')}
  import { inTemporaryFolder } from ${from('temporary-folder.ts')}
  await runCommand(
    () =>
      inTemporaryFolder(async (folder) => {
        await writeFile(join(folder, 'secrets.json'), 'secret')
        await writeNewFile(${JSON.stringify(file)}, async (part) => {
          await writeFile(part, 'half of it')
          console.log('writing')
          await new Promise((done) => setTimeout(done, 60_000))
        })
      }),
    { isServer: ${isServer} },
  )`

test.each([
  ['SIGTERM', false, 143],
  ['SIGINT', false, 130],
  ['SIGHUP', false, 129],
  ['SIGTERM', true, 0],
] as const)(
  'a command that %s ends (server: %s) exits with %d, and leaves neither a file, a part of one nor what was temporary',
  async (signal, isServer, code) => {
    const [out, temporary] = [join(folder, `out-${signal}-${code}`), join(folder, `tmp-${signal}-${code}`)]
    await Promise.all([out, temporary].map((path) => mkdir(path)))
    const command = spawn(
      process.execPath,
      ['--no-warnings', '--input-type=module', '-e', script(join(out, 'file.tar'), isServer)],
      { env: { ...process.env, TMPDIR: temporary }, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const ended = once(command, 'exit')
    await once(command.stdout, 'data')
    expect([await readdir(out), await readdir(temporary)]).toEqual([['file.tar.part'], [expect.any(String)]])
    command.kill(signal)
    expect(await ended).toEqual([code, null])
    expect([await readdir(out), await readdir(temporary)]).toEqual([[], []])
  },
)
