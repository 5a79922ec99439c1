import { createInterface } from 'node:readline/promises'
import type { RegistryEntries } from '../../../brand/schema.ts'
import { OperatorError } from '../../settings.ts'
import { faultsOf } from './entry-from-answers.ts'
import { EXAMPLES, QUESTIONS, type Answers, type Question } from './questions.ts'

/** Asks something of whoever sits at the terminal. @throws OperatorError where nobody answers any more */
export type Ask = (question: string) => Promise<string>

type Say = (line: string) => void

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

/** What is taken for a question without an answer; null where it needs one. */
const suggested = ({ isOptional, suggests }: Question, answers: Answers) =>
  isOptional ? '' : (suggests?.(answers) ?? null)
const read = ({ reads }: Question, typed: string) => reads?.(typed.trim()) ?? typed.trim()

/** Answers to every question: for what has not been asked yet its example, or none where none is needed. */
const assumed = (answers: Answers): Answers =>
  Object.fromEntries(
    QUESTIONS.map(({ flag, example, isOptional }) => [flag, answers[flag] ?? (isOptional ? '' : example)]),
  )

/** Asks one question until its answer is right beside those that are there. */
async function askOne(
  registry: RegistryEntries,
  question: Question,
  answers: Answers,
  ask: Ask,
  say: Say,
): Promise<string> {
  const { flag, asks, example } = question
  for (;;) {
    const proposal = suggested(question, answers)
    const isProposed = proposal !== null && proposal !== ''
    const hint = isProposed ? `Enter: ${proposal}` : `such as ${example}${proposal === '' ? '; Enter: none' : ''}`
    const typed = read(question, await ask(`${asks} (${hint}): `))
    const answer = typed === '' ? (proposal ?? '') : typed
    const faults = await faultsOf(registry, assumed({ ...answers, [flag]: answer }))
    const mine = faults.find((fault) => fault.flag === flag)
    if (!mine) return answer
    say(`  ${mine.sentence}. For example: ${example}`)
  }
}

/**
 * Asks what flags have not said, each question until its answer is right, and again what is wrong beside the answers that came later.
 * @param given answers by flag
 */
export async function askAnswers(registry: RegistryEntries, given: Answers, ask: Ask, say: Say): Promise<Answers> {
  const answers = readFlags(given)
  for (;;) {
    for (const question of QUESTIONS.filter(({ flag }) => !(flag in answers)))
      answers[question.flag] = await askOne(registry, question, answers, ask, say)
    const faults = (await faultsOf(registry, answers)).filter(({ flag }) => flag !== null)
    if (faults.length === 0) return answers
    for (const { flag, sentence } of faults) {
      say(`  ${sentence}.`)
      delete answers[String(flag)]
    }
  }
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
