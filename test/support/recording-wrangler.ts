import { appendFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** A `wrangler` in the path that notes what it is called with and answers from a table. */
export interface RecordingWrangler {
  /** The calls so far, the words before the first option each. */
  calls(): Promise<string[]>
  /** The whole calls so far. */
  lines(): Promise<string[][]>
  /** Has the first call that begins so print this and end so. */
  answer(begin: string, answer: { prints?: string; exit?: number }): void
  /** Forgets calls and answers. */
  reset(): Promise<void>
  remove(): Promise<void>
}

const SCRIPT = `#!${process.execPath}
import { appendFileSync, readFileSync } from 'node:fs'
const args = process.argv.slice(2)
const folder = import.meta.dirname
const at = args.indexOf('--secrets-file')
const secrets = at < 0 ? [] : [readFileSync(args[at + 1], 'utf8')]
appendFileSync(folder + '/calls', JSON.stringify([...args, ...secrets]) + '\\n')
const answers = readFileSync(folder + '/answers', 'utf8').split('\\n').filter(Boolean).map((line) => JSON.parse(line))
const { prints = '', exit = 0 } = answers.findLast(({ begin }) => args.join(' ').startsWith(begin)) ?? {}
process.stdout.write(prints)
if (args[0] === 'deploy' && exit === 0 && process.env.WRANGLER_OUTPUT_FILE_PATH)
  appendFileSync(process.env.WRANGLER_OUTPUT_FILE_PATH, JSON.stringify({ type: 'deploy', version_id: 'new' }) + '\\n')
process.exitCode = exit
`

export async function recordingWrangler(): Promise<RecordingWrangler> {
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-recording-'))
  const [calls, answers] = [join(folder, 'calls'), join(folder, 'answers')]
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'wrangler'), SCRIPT)
  await chmod(join(folder, 'wrangler'), 0o755)
  const path = process.env.PATH
  process.env.PATH = [folder, path].join(delimiter)
  const reset = async () => {
    await writeFile(calls, '')
    await writeFile(answers, '')
  }
  await reset()
  const lines = async () =>
    (await readFile(calls, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as string[])
  return {
    lines,
    calls: async () =>
      (await lines()).map((args) => args.slice(0, args.findIndex((word) => word.startsWith('-')) >>> 0).join(' ')),
    answer: (begin, answer) => appendFileSync(answers, `${JSON.stringify({ begin, ...answer })}\n`),
    reset,
    remove: async () => {
      process.env.PATH = path
      await rm(folder, { recursive: true })
    },
  }
}
