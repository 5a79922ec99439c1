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
  /** Has a call that begins so print this line and end so; the last such answer counts. */
  answer(begin: string, answer: { prints?: string; exit?: number }): void
  /** Forgets calls and answers. */
  reset(): Promise<void>
  remove(): Promise<void>
}

/** A call is a line, its words end with the unit separator; so is an answer: how the call begins, its exit, what it prints. */
const SEPARATOR = '\u001F'
// A shell starts in a few milliseconds, and a deployment calls it nine times.
const SCRIPT = String.raw`#!/bin/sh
folder=$(dirname "$0")
line= secrets= before=
for word in "$@"; do
  line="$line$word${SEPARATOR}"
  [ "$before" = --secrets-file ] && secrets=$(cat "$word")${SEPARATOR}
  before=$word
done
printf '%s%s\n' "$line" "$secrets" >> "$folder/calls"
exit=0 prints=
while IFS='${SEPARATOR}' read -r begin code text; do
  case "$*" in "$begin"*) exit=$code prints=$text ;; esac
done < "$folder/answers"
[ -n "$prints" ] && printf '%s\n' "$prints"
if [ "$1" = deploy ] && [ "$exit" = 0 ] && [ -n "$WRANGLER_OUTPUT_FILE_PATH" ]; then
  echo '{"type":"deploy","version_id":"new"}' >> "$WRANGLER_OUTPUT_FILE_PATH"
fi
exit "$exit"
`

export async function recordingWrangler(): Promise<RecordingWrangler> {
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-recording-'))
  const [calls, answers] = [join(folder, 'calls'), join(folder, 'answers')]
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
      .map((line) => line.split(SEPARATOR).slice(0, -1))
  return {
    lines,
    calls: async () =>
      (await lines()).map((args) => args.slice(0, args.findIndex((word) => word.startsWith('-')) >>> 0).join(' ')),
    answer: (begin, { prints = '', exit = 0 }) => appendFileSync(answers, `${[begin, exit, prints].join(SEPARATOR)}\n`),
    reset,
    remove: async () => {
      process.env.PATH = path
      await rm(folder, { recursive: true })
    },
  }
}
