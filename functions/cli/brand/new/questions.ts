import { domainToASCII } from 'node:url'
import { LOCALES, languageName, type Locale } from '../../../contract/languages.ts'

/** What was answered, by the name of the flag. */
export type Answers = Record<string, string>

/** Something to know of a new brand: a question on the terminal, and a flag. */
export interface Question {
  flag: string
  asks: string
  example: string
  /** Settings of the entry that it becomes; a problem of one of them is a problem of this answer. */
  settings: readonly string[]
  /** A sensible answer, from those before. */
  suggests?(answers: Answers): string
  /** Whether it may be left out. */
  isOptional?: boolean
  /** What is meant by what was typed. */
  reads?(typed: string): string
}

const firstWord = (text = '') => text.split(/\s+/)[0] ?? ''
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(new Date())
/** A host as people copy it: with scheme, path or letters of a language. */
const hostIn = (typed: string) => {
  const host = typed.replace(/^https?:\/\//i, '').replace(/[/?#].*$/, '')
  return domainToASCII(host) || host.toLowerCase()
}

const addressIn = (typed: string) => (typed === '' || /^[a-z]+:/i.test(typed) ? typed : `https://${typed}`)

type InEach = Omit<Question, 'flag' | 'example' | 'settings' | 'suggests'> & {
  setting: string
  examples: Record<Locale, string>
  suggests?(answers: Answers, locale: Locale): string
}

/** A question for each language. */
const inEach = (flag: string, { setting, examples, asks, isOptional = false, suggests }: InEach): Question[] =>
  LOCALES.map((locale) => ({
    flag: `${flag}-${locale}`,
    asks: `${asks}, ${languageName(locale)}`,
    example: examples[locale],
    settings: [`${setting}.${locale}`],
    isOptional,
    ...(suggests && { suggests: (answers: Answers) => suggests(answers, locale) }),
  }))

/** Everything that a new brand needs, in the order in which it is asked. */
export const QUESTIONS: readonly Question[] = [
  ...inEach('name', {
    asks: 'Name of the site',
    setting: 'name',
    examples: { ko: '하늘 탄소지도', en: 'Haneul Carbon Atlas' },
  }),
  {
    flag: 'host',
    asks: 'Host of the site',
    example: 'carbon.haneul.example',
    settings: ['hosts', 'origin'],
    reads: hostIn,
  },
  {
    flag: 'id',
    asks: 'Id in files and on this machine, for good',
    example: 'haneul',
    settings: ['id', 'whiteLabel'],
    suggests: ({ 'name-en': name, host = '' }) =>
      firstWord(name)
        .toLowerCase()
        .replace(/[^a-z0-9-]|^[^a-z]+/g, '') || firstWord(host.replaceAll('.', ' ')),
  },
  {
    flag: 'wordmark',
    asks: 'Word beside the symbol, at most 16 characters',
    example: 'HANEUL',
    settings: ['wordmark'],
    suggests: ({ 'name-en': name }) => firstWord(name).toUpperCase().slice(0, 16),
  },
  {
    flag: 'logo',
    asks: "File of the logo as SVG in one colour; without one, the symbol is the word's first letter",
    example: 'haneul.svg',
    settings: ['symbol'],
    isOptional: true,
  },
  {
    flag: 'colour',
    asks: 'Colour of the brand; the others are made from it',
    example: '#6d28d9',
    settings: ['seed', 'colours'],
  },
  ...inEach('company', {
    asks: 'Name of the company',
    setting: 'company.name',
    examples: { ko: '하늘 주식회사', en: 'Haneul Inc.' },
  }),
  ...inEach('representative', {
    asks: 'Its representative',
    setting: 'company.representative',
    examples: { ko: '이하늘', en: 'Haneul Lee' },
  }),
  ...inEach('address', {
    asks: 'Its address',
    setting: 'company.address',
    examples: { ko: '세종특별자치시 하늘로 1', en: '1 Haneul-ro, Sejong, Republic of Korea' },
  }),
  { flag: 'phone', asks: 'Its telephone', example: '044-123-4567', settings: ['company.phone'] },
  { flag: 'email', asks: 'Its e-mail address', example: 'contact@haneul.example', settings: ['company.email'] },
  {
    flag: 'registration',
    asks: 'Its business registration number',
    example: '123-45-67890',
    settings: ['company.registrationNumber'],
  },
  {
    flag: 'portal',
    asks: 'Address of its client portal',
    example: 'https://portal.haneul.example/',
    settings: ['portal'],
    reads: addressIn,
  },
  {
    flag: 'since',
    asks: 'First day of the site; legal texts begin with the versions in force then',
    example: '2026-12-01',
    settings: ['since'],
    suggests: today,
  },
  ...inEach('officer', {
    asks: 'Privacy officer whom the partner has appointed (PIPA 31)',
    setting: 'privacy.officer',
    examples: { ko: '정하늘 이사', en: 'Haneul Jeong, director' },
    suggests: (answers, locale) => answers[`representative-${locale}`] ?? '',
  }),
  ...inEach('department', {
    asks: 'Department for personal information',
    setting: 'privacy.department',
    examples: { ko: '준법지원팀', en: 'Compliance' },
    suggests: (_, locale) => ({ ko: '개인정보 보호 담당', en: 'Privacy' })[locale],
  }),
  {
    flag: 'notify',
    asks: 'Who is told of inquiries, with commas',
    example: 'sales@haneul.example, desk@haneul.example',
    settings: ['mail.notify'],
    suggests: ({ email = '' }) => email,
  },
  {
    flag: 'mail-from',
    asks: 'Sender of its mails, if its zone is in your account; without one, yours under its name',
    example: 'site@haneul.example',
    settings: ['mail.from'],
    isOptional: true,
  },
  ...inEach('mail-provider', {
    asks: 'Who runs its mailboxes, as the privacy policy names it',
    setting: 'legal.mailProvider',
    examples: { ko: '하늘메일', en: 'Haneul Mail' },
    isOptional: true,
  }),
  {
    flag: 'partnership-form',
    asks: 'Partnership form on its site, yes or no',
    example: 'no',
    settings: ['features'],
    suggests: () => 'yes',
  },
]

/** An answer to every question, for what has not been asked yet. */
export const EXAMPLES: Answers = Object.fromEntries(QUESTIONS.map(({ flag, example }) => [flag, example]))
