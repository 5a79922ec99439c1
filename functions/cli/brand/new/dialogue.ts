import { createInterface } from 'node:readline/promises'
import type { RegistryEntries } from '../../../brand/schema.ts'
import { OperatorError } from '../../settings.ts'
import { faultsOf } from './entry.ts'
import { EXAMPLES, QUESTIONS, type Answers, type Question } from './questions.ts'

/** Asks something of whoever sits at the terminal. @throws OperatorError where nobody answers any more */
export type Ask = (question: string) => Promise<string>

const NOTHING_WRITTEN = 'Nothing was written.'

/** Questions on this terminal, until `use` has finished. */
export async function withTerminal<T>(use: (ask: Ask) => Promise<T>): Promise<T> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-C and the end of the input close it.
  const ended = new Promise<never>((_, fail) =>
    terminal.once('close', () => fail(new OperatorError(`\n${NOTHING_WRITTEN}`))),
  )
  ended.catch(() => {})
  try {
    return await use((question) => Promise.race([terminal.question(question), ended]))
  } finally {
    terminal.close()
  }
}

const suggested = ({ suggests }: Question, answers: Answers) => suggests?.(answers) ?? null
/** Answers to every question: for what has not been asked yet its example, or none where none is needed. */
const assumed = (answers: Answers): Answers =>
  Object.fromEntries(
    QUESTIONS.map((question) => {
      const { flag, example } = question
      return [flag, answers[flag] ?? (suggested(question, answers) === '' ? '' : example)]
    }),
  )
const read = ({ reads }: Question, typed: string) => reads?.(typed.trim()) ?? typed.trim()

/**
 * Asks what flags have not said, each question until its answer is right.
 * @param given answers by flag
 */
export async function askAnswers(
  registry: RegistryEntries,
  given: Answers,
  ask: Ask,
  say: (line: string) => void,
): Promise<Answers> {
  const answers = readFlags(given)
  for (const question of QUESTIONS.filter(({ flag }) => !(flag in answers))) {
    const { flag, asks, example } = question
    for (;;) {
      const proposal = suggested(question, answers)
      const hint =
        proposal === null
          ? `such as ${example}`
          : proposal === ''
            ? `such as ${example}; Enter: none`
            : `Enter: ${proposal}`
      const typed = read(question, await ask(`${asks} (${hint}): `))
      const answer = typed === '' ? (proposal ?? '') : typed
      const faults = await faultsOf(registry, { ...assumed(answers), [flag]: answer })
      const mine = faults.find((fault) => fault.flag === flag)
      if (!mine) {
        answers[flag] = answer
        break
      }
      say(`  ${mine.sentence}. For example: ${example}`)
    }
  }
  return answers
}

const readFlags = (given: Answers): Answers =>
  Object.fromEntries(
    QUESTIONS.flatMap((question) => {
      const typed = given[question.flag]
      return typed === undefined ? [] : [[question.flag, read(question, typed)]]
    }),
  )

/**
 * The answers of flags alone, with what they suggest for the rest.
 * @throws OperatorError that names every flag that is missing
 */
export function answersOf(given: Answers): Answers {
  const answers = readFlags(given)
  const missing: Question[] = []
  for (const question of QUESTIONS.filter(({ flag }) => !(flag in answers))) {
    const proposal = suggested(question, answers)
    if (proposal === null) missing.push(question)
    else answers[question.flag] = proposal
  }
  if (missing.length > 0)
    throw new OperatorError(
      [
        `${NOTHING_WRITTEN} Nobody can be asked here, so give these flags too:`,
        ...missing.map(({ flag, asks, example }) => `  --${flag} '${example}'  ${asks}`),
      ].join('\n'),
    )
  return answers
}

/** @throws OperatorError that says what is wrong with each answer, and what to write */
export async function requireRight(registry: RegistryEntries, answers: Answers): Promise<void> {
  const faults = await faultsOf(registry, answers)
  if (faults.length === 0) return
  const lines = faults.map(({ flag, sentence }) =>
    flag === null ? `  ${sentence}.` : `  --${flag}: ${sentence}. For example: ${EXAMPLES[flag]}`,
  )
  throw new OperatorError([`${NOTHING_WRITTEN} Mend these answers:`, ...lines].join('\n'))
}
