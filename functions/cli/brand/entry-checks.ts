import SVGPathCommander from 'svg-path-commander'
import type { BrandEntry } from '../../brand/schema.ts'
import { LANGUAGES, languageName, LOCALES } from '../../contract/languages.ts'

/** `problems` must be mended; `notes` need a look. */
export interface Findings {
  problems: string[]
  notes: string[]
}

/** Side of the symbol's view box (app/layout/logo.tsx, functions/brand/pictures/icons.ts). */
const BOX = 32
/** Size of the symbol in the header, in CSS pixels. */
const IN_HEADER = 28

const rounded = (value: number) => Number(value.toFixed(1))

/** Measures the symbol and checks whether it fits its box. */
export function checkLogo({ symbol, wordmark }: BrandEntry): Findings & { lines: string[] } {
  if (!SVGPathCommander.isValidPath(symbol))
    return {
      lines: [`word mark "${wordmark}"`],
      problems: ['symbol: it is no path; write the d attribute of an SVG path'],
      notes: [],
    }
  const { x, y, x2, y2, width, height } = SVGPathCommander.getPathBBox(symbol)
  const notes: string[] = []
  if (Math.max(width, height) < 0.6 * BOX)
    notes.push('symbol: it fills little of its box and will look small beside the word mark')
  if (Math.max(Math.abs(x + x2 - BOX), Math.abs(y + y2 - BOX)) / 2 > 2)
    notes.push('symbol: it is not in the middle of its box')
  return {
    lines: [
      `word mark "${wordmark}", ${wordmark.length} of 16 characters`,
      `symbol: viewBox 0 0 ${BOX} ${BOX}, drawn from ${rounded(x)},${rounded(y)} to ${rounded(x2)},${rounded(y2)}: ${rounded(width)} × ${rounded(height)}`,
      `shown at ${IN_HEADER} × ${IN_HEADER} px in header and drawer, there ${rounded((width * IN_HEADER) / BOX)} × ${rounded((height * IN_HEADER) / BOX)} px; in icons of 16 to 512 px and on the sharing picture`,
    ],
    problems:
      x < 0 || y < 0 || x2 > BOX || y2 > BOX
        ? [`symbol: it reaches outside its box of 0 to ${BOX} and would be cut; scale or move the path`]
        : [],
    notes,
  }
}

const HANGUL = /\p{Script=Hangul}/u
/** Values of the example registry. */
const PLACEHOLDER = /\.example\b|example|fictitious|예시|가상|보기|홍길동|\b0{3}-?0{2,4}(?:-|\b)/i

function* leaves(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* leaves(item, path ? `${path}.${key}` : key)
}

const textsOf = ({ name, company, partners, proof, hosts, origin, portal, legal, privacy, mail }: BrandEntry) => [
  ...leaves({ name, company, partners, proof, hosts, origin, portal, legal, privacy, mail }, ''),
]

/** The settings of a brand that still have a value of the example registry. */
export const placeholdersOf = (entry: BrandEntry): string[] =>
  textsOf(entry)
    .filter(([, text]) => PLACEHOLDER.test(text))
    .map(([path]) => path)

/** Finds empty texts, texts in the wrong language and placeholders. */
export function checkTexts(entry: BrandEntry): Findings {
  const problems: string[] = []
  const notes: string[] = []
  for (const [path, text] of textsOf(entry)) {
    if (text.trim() === '') problems.push(`${path}: it is missing`)
    const language = LOCALES.find((locale) => path.endsWith(`.${locale}`))
    if (language && !LANGUAGES[language].script && HANGUL.test(text))
      problems.push(`${path}: "${text}" has Hangul, which ${languageName(language)} pages never show`)
    if (
      language &&
      LANGUAGES[language].script &&
      /^company\.(?:name|representative|address)\./.test(path) &&
      !HANGUL.test(text)
    )
      notes.push(`${path}: "${text}" has no Hangul; is it translated?`)
  }
  const placeholders = placeholdersOf(entry)
  if (placeholders.length > 0) notes.push(`still placeholders: ${placeholders.join(', ')}`)
  return { problems, notes }
}

/** What a receiver of the brand's mails would see in its sender (functions/mail/sender.ts). */
export function senderNotes({ mail, origin, company }: BrandEntry, isDefault: boolean): string[] {
  const from = mail?.from
  if (from === undefined)
    return isDefault
      ? []
      : [
          `mail.from: it is missing, so mails come from MAIL_FROM under the brand's name and say who sends them; answers go to ${company.email}. Once the partner's zone is in the account with Email Sending, write an address of it`,
        ]
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase()
  const own = [new URL(origin).hostname, company.email.slice(company.email.lastIndexOf('@') + 1).toLowerCase()]
  const isOwn = own.some((name) => name === domain || name.endsWith(`.${domain}`) || domain.endsWith(`.${name}`))
  return isOwn
    ? []
    : [
        `mail.from: ${domain} is neither the domain of the site nor that of ${company.email}; receivers may take it for fraud`,
      ]
}
