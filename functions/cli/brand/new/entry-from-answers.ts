import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { LogoError, symbolOfLogo, symbolOfWordmark } from '../../../brand/pictures/symbol.ts'
import type { BrandEntry, RegistryEntries } from '../../../brand/schema.ts'
import { eachLocale, LOCALES } from '../../../contract/languages.ts'
import { reportOf } from '../report.ts'
import { QUESTIONS, type Answers } from './questions.ts'

/** Something wrong with an answer, as a sentence that says what to do. */
export interface AnswerFault {
  /** Null: with the entry as a whole. */
  flag: string | null
  sentence: string
}

/** Drawn where the logo has a fault, so that the other answers can be checked. */
const ANY_SYMBOL = 'M4 4h24v24H4z'

async function symbolFrom({ logo = '', wordmark = '' }: Answers): Promise<{ symbol: string; faults: AnswerFault[] }> {
  const file = logo.trim()
  try {
    const symbol =
      file === ''
        ? symbolOfWordmark(wordmark)
        : symbolOfLogo(await readFile(resolve(process.env.INIT_CWD ?? '', file), 'utf8'))
    return { symbol, faults: [] }
  } catch (error) {
    if (error instanceof LogoError)
      return {
        symbol: ANY_SYMBOL,
        faults: [
          {
            flag: file === '' ? 'wordmark' : 'logo',
            sentence: file === '' ? error.message : `${file}: ${error.message}`,
          },
        ],
      }
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const sentence = code === 'ENOENT' ? `${file} is not there` : message
    return { symbol: ANY_SYMBOL, faults: [{ flag: 'logo', sentence: `${sentence}. Write the path of the SVG file` }] }
  }
}

/** The entry that answers make. */
export async function entryFrom(answers: Answers): Promise<{ entry: BrandEntry; faults: AnswerFault[] }> {
  const answer = (flag: string) => (answers[flag] ?? '').trim()
  const inEach = (flag: string) => eachLocale((locale) => answer(`${flag}-${locale}`))
  const { symbol, faults } = await symbolFrom(answers)
  const [id, host, from] = [answer('id'), answer('host'), answer('mail-from')]
  const form = answer('partnership-form').toLowerCase()
  const hasForm = /^y(?:es)?$/.test(form)
  if (!hasForm && !/^no?$/.test(form))
    faults.push({ flag: 'partnership-form', sentence: `"${form}" is neither yes nor no` })
  const named = LOCALES.some((locale) => answer(`mail-provider-${locale}`) !== '')
  const entry: BrandEntry = {
    id,
    whiteLabel: id,
    // The second is for trying it on one's own machine.
    hosts: [host, `${id}.localhost`],
    origin: `https://${host}`,
    name: inEach('name'),
    wordmark: answer('wordmark'),
    symbol,
    seed: answer('colour'),
    company: {
      name: inEach('company'),
      representative: inEach('representative'),
      address: inEach('address'),
      phone: answer('phone'),
      email: answer('email'),
      registrationNumber: answer('registration'),
    },
    portal: { url: answer('portal') },
    indexing: 'own',
    since: answer('since'),
    privacy: { officer: inEach('officer'), department: inEach('department') },
    ...(named && { legal: { mailProvider: inEach('mail-provider') } }),
    mail: {
      ...(from !== '' && { from }),
      notify: answer('notify')
        .split(',')
        .map((address) => address.trim())
        .filter((address) => address !== ''),
    },
    features: hasForm ? {} : { partnershipForm: false },
  }
  return { entry, faults }
}

/** A registry with one more brand. */
export const withPartner = (registry: RegistryEntries, entry: BrandEntry): RegistryEntries => ({
  ...registry,
  partners: [...registry.partners, entry],
})

/** What is wrong with answers, beside all other brands: the first fault of each answer, and all of the entry as a whole. */
export async function faultsOf(registry: RegistryEntries, answers: Answers): Promise<AnswerFault[]> {
  const { entry, faults } = await entryFrom(answers)
  // By place: another brand may have the same id.
  const problems = reportOf(withPartner(registry, entry), entry.id, registry.partners.length + 1)?.problems ?? []
  const ofEntry = problems.map((problem): AnswerFault => {
    const question = QUESTIONS.find(({ settings }) =>
      settings.some((setting) => problem.startsWith(setting) && !/^\w/.test(problem.slice(setting.length))),
    )
    return question
      ? { flag: question.flag, sentence: problem.replace(/^[\w.]+: /, '') }
      : { flag: null, sentence: problem }
  })
  return [...faults, ...ofEntry].filter(
    ({ flag }, index, all) => flag === null || all.findIndex((other) => other.flag === flag) === index,
  )
}
