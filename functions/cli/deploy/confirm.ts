import { createInterface } from 'node:readline/promises'
import { OperatorError } from '../settings.ts'

/** Asks on the terminal. @throws OperatorError where the answer is no, or where nobody can be asked */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new OperatorError(`${question}\nNobody can be asked here. Run the command with --yes to agree to the plan.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.')
}
