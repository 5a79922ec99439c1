import { parseArgs, type ParseArgsConfig } from 'node:util'
import { OperatorError } from './run-command.ts'

/**
 * `npm start` and `npm run dev` read the environment only.
 * @param given what stands behind the command
 * @throws OperatorError for any of it, which would be ignored otherwise
 */
export function requireNoArguments(given = process.argv.slice(2)): void {
  if (given.length > 0)
    throw new OperatorError(
      `This command takes no arguments, but got ${given.join(' ')}. Its settings are environment variables, such as PORT=8788 npm start (docs/operating.md#configuration).`,
    )
}

/** An option that is there or not, and one with a text. */
export const FLAG = { type: 'boolean', default: false } as const
export const TEXT = { type: 'string' } as const
type Options = Record<string, typeof FLAG | typeof TEXT>

/**
 * Reads the words and the options behind a command.
 * @param most words that it takes
 * @throws OperatorError with the usage, for an option that there is not or for more words
 */
export function readArguments<O extends Options>(usage: string, most: number, options: O) {
  const { positionals: words, values } = parsed({ allowPositionals: most > 0, options }, usage)
  if (words.length > most) throw new OperatorError(usage)
  return { words, values }
}

function parsed<C extends ParseArgsConfig>(config: C, usage: string) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${usage}`)
  }
}
