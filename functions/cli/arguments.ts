import { parseArgs } from 'node:util'
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

/**
 * Reads the words behind a command that has no options.
 * @throws OperatorError with the usage, for an option or for more words than it takes
 */
export function readWords(usage: string, most: number): string[] {
  try {
    const { positionals } = parseArgs({ allowPositionals: true })
    if (positionals.length <= most) return positionals
  } catch {
    // An option.
  }
  throw new OperatorError(usage)
}
