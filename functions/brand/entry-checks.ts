import SVGPathCommander from 'svg-path-commander'
import { LANGUAGES, languageName, LOCALES } from '../contract/languages.ts'
import { readRegistry } from './check-and-colour.ts'
import { PaletteError, solvePalette } from './palette/palette-from-seed.ts'
import { brandSchema, type BrandEntry, type RegistryEntries } from './schema.ts'

/* What `npm run check` says of each brand of the registry, a sentence for each thing that is wrong or needs a look. */

/** `problems` must be mended; `notes` need a look. Each begins with the setting and says what to do. */
export interface EntryFindings {
  id: string
  problems: string[]
  notes: string[]
}

type Findings = Omit<EntryFindings, 'id'>

/** Checks every entry of a registry, whether or not the site can be built with it. */
export function checkEntries(registry: RegistryEntries): EntryFindings[] {
  const { faults } = readRegistry(registry)
  return [registry.default, ...registry.partners].map((entry, index) => {
    const problems = faults.flatMap(({ brand, sentence }) => (brand === index || brand === null ? sentence : []))
    const isComplete = !brandSchema
      .safeParse(entry)
      .error?.issues.some(({ code }) => code === 'invalid_type' || code === 'invalid_union')
    // Nothing more can be said of an entry that lacks a setting.
    const found = isComplete
      ? [
          checkColours(entry),
          checkSymbol(entry),
          checkTexts(entry),
          checkSender(entry, index),
          checkPartner(entry, index),
        ]
      : []
    return {
      id: entry.id,
      problems: [...new Set([...problems, ...found.flatMap((one) => one.problems)])],
      notes: found.flatMap((one) => one.notes),
    }
  })
}

function checkColours({ seed, colours }: BrandEntry): Findings {
  try {
    const palette = solvePalette({ seed, ...(colours && { colours }) })
    const isDarkened = palette.primary !== seed && colours?.primary === undefined
    const notes = isDarkened ? [`seed: ${seed} is shown as ${palette.primary} where it carries text`] : []
    return { problems: [], notes }
  } catch (error) {
    // A fault of the registry already.
    if (error instanceof PaletteError) return { problems: [], notes: [] }
    throw error
  }
}

/** Side of the symbol's view box (app/layout/logo.tsx, functions/brand/pictures/icons.ts). */
const BOX = 32

function checkSymbol({ symbol }: BrandEntry): Findings {
  if (!SVGPathCommander.isValidPath(symbol))
    return { problems: ['symbol: it is no path; write the d attribute of an SVG path'], notes: [] }
  const { x, y, x2, y2, width, height } = SVGPathCommander.getPathBBox(symbol)
  const isOutside = x < 0 || y < 0 || x2 > BOX || y2 > BOX
  const isSmall = Math.max(width, height) < 0.6 * BOX
  const isAside = Math.max(Math.abs(x + x2 - BOX), Math.abs(y + y2 - BOX)) / 2 > 2
  return {
    problems: isOutside
      ? [`symbol: it reaches outside its box of 0 to ${BOX} and would be cut; scale or move the path`]
      : [],
    notes: [
      ...(isSmall ? ['symbol: it fills little of its box and will look small beside the word mark'] : []),
      ...(isAside ? ['symbol: it is not in the middle of its box'] : []),
    ],
  }
}

const HANGUL = /\p{Script=Hangul}/u
/** Values of the example registry. */
const PLACEHOLDER = /\.example\b|127\.0\.0\.1|example|fictitious|예시|가상|보기|홍길동|\b0{3}-?0{2,4}(?:-|\b)/i

function* leaves(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* leaves(item, path ? `${path}.${key}` : key)
}

const textsOf = ({
  name,
  company,
  partners,
  proof,
  hosts,
  origin,
  portal,
  legal,
  privacy,
  mail,
  webhooks,
}: BrandEntry) => [
  ...leaves({ name, company, partners, proof, hosts, origin, portal, legal, privacy, mail, webhooks }, ''),
]

/** The settings of a brand that still have a value of the example registry. A deployment refuses them. */
export const placeholdersOf = (entry: BrandEntry): string[] =>
  textsOf(entry)
    .filter(([, text]) => PLACEHOLDER.test(text))
    .map(([path]) => path)

function checkTexts(entry: BrandEntry): Findings {
  const problems: string[] = []
  const notes: string[] = []
  for (const [path, text] of textsOf(entry)) {
    if (text !== '' && text.trim() === '') problems.push(`${path}: it has spaces only; write it`)
    const language = LOCALES.find((locale) => path.endsWith(`.${locale}`))
    if (!language) continue
    const isOfScript = HANGUL.test(text)
    if (!LANGUAGES[language].script && isOfScript)
      problems.push(`${path}: "${text}" has Hangul, which ${languageName(language)} pages never show`)
    if (LANGUAGES[language].script && /^company\.(?:name|representative|address)\./.test(path) && !isOfScript)
      notes.push(`${path}: "${text}" has no Hangul; is it translated?`)
  }
  return { problems, notes }
}

/** What a receiver of the brand's mails would see in its sender (functions/mail/sender.ts). */
function checkSender({ mail, origin, company }: BrandEntry, index: number): Findings {
  const from = mail?.from
  if (from === undefined) {
    const note = `mail.from: it is missing, so mails come from MAIL_FROM under the brand's name; answers go to ${company.email}`
    return { problems: [], notes: index === 0 ? [] : [note] }
  }
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase()
  const own = [new URL(origin).hostname, company.email.slice(company.email.lastIndexOf('@') + 1).toLowerCase()]
  const isOwn = own.some((name) => name === domain || name.endsWith(`.${domain}`) || domain.endsWith(`.${name}`))
  const note = `mail.from: ${domain} is neither the domain of the site nor that of ${company.email}; receivers may take it for fraud`
  return { problems: [], notes: isOwn ? [] : [note] }
}

/** What the legal texts of a partner need. */
function checkPartner({ privacy, since }: BrandEntry, index: number): Findings {
  if (index === 0) return { problems: [], notes: [] }
  return {
    problems: [],
    notes: [
      ...(privacy
        ? []
        : [
            'privacy: it is missing, so the policy names the representative as privacy officer (PIPA 31); name the one whom the partner has appointed',
          ]),
      ...(since
        ? []
        : ['since: it is missing, so the site shows all legal versions since 2023 as its own; write its first day']),
    ],
  }
}
