import { eachLocale, LOCALES, type Locale, type Texts } from '../contract/languages.ts'
import type { EntryFields } from '../database/board-entry.ts'

export type FaultCode =
  | 'no-text'
  | 'no-category'
  | 'time-past'
  | 'already-public'
  | 'missing-language'
  | 'broken-link'
  | 'unchecked-link'
  | 'picture-without-text'

/** What is wrong with a text before it is published. */
export interface Fault {
  code: FaultCode
  /** Of the text; null where it concerns the whole entry. */
  language: Locale | null
  /** The address or the file. */
  detail?: string
}

const FORBIDDING = new Set<FaultCode>(['no-text', 'no-category', 'time-past', 'already-public'])
/** Whether a fault keeps an entry from being published; of any other the operator is told, and may publish all the same (docs/contract.md#9). */
export const forbids = ({ code }: Fault): boolean => FORBIDDING.has(code)

/** The faults that the text itself shows. @param html of its contents */
export function faultsOf({ sub_category_id, subject }: EntryFields, html: Texts): Fault[] {
  const faults: Fault[] = []
  if (sub_category_id === '') faults.push({ code: 'no-category', language: null })
  const complete = eachLocale((language) => subject[language] !== '' && hasText(html[language]))
  if (!LOCALES.some((language) => complete[language])) return [...faults, { code: 'no-text', language: null }]
  for (const language of LOCALES) if (!complete[language]) faults.push({ code: 'missing-language', language })
  for (const language of LOCALES) {
    for (const [, attributes = ''] of html[language].matchAll(/<img\b([^>]*)>/g)) {
      if (attributeOf(attributes, 'alt').trim() === '')
        faults.push({ code: 'picture-without-text', language, detail: attributeOf(attributes, 'src') })
    }
    // The address of such a link was none that a page may have.
    for (const [, attributes = '', text = ''] of html[language].matchAll(/<a\b([^>]*)>([^]*?)<\/a>/g))
      if (attributeOf(attributes, 'href') === '')
        faults.push({ code: 'broken-link', language, detail: text.replace(/<[^>]*>/g, '') })
  }
  return faults
}

/** Asks for an address as a visitor would, until the signal ends it. Gives the status of the answer; null where none came. */
export type StatusOf = (address: string, signal: AbortSignal) => Promise<number | null>

/** The links and pictures of all texts that lead nowhere, and those that could not be asked for in time. */
export async function brokenLinksOf(html: Texts, statusOf: StatusOf): Promise<Fault[]> {
  const links = LOCALES.flatMap((language) => linksOf(html[language]).map((detail) => ({ language, detail })))
  const statuses = await statusesOf([...new Set(links.map(({ detail }) => detail))], statusOf)
  return links.flatMap((link): Fault[] => {
    const status = statuses.get(link.detail)
    if (status === undefined) return [{ code: 'unchecked-link', ...link }]
    return status === null || status === 404 || status === 410 ? [{ code: 'broken-link', ...link }] : []
  })
}

/** As many connections as a Worker may have open at a time. */
const AT_ONCE = 6
/** What an operator waits for all links together. */
const LINKS_MS = 5000

/** The statuses of addresses; those that did not answer in time are left out. */
async function statusesOf(addresses: string[], statusOf: StatusOf): Promise<Map<string, number | null>> {
  const statuses = new Map<string, number | null>()
  const deadline = AbortSignal.timeout(LINKS_MS)
  const over = new Promise((resolve) => deadline.addEventListener('abort', resolve))
  const left = addresses.values()
  const ask = async () => {
    for (const address of left) {
      const status = await statusOf(address, deadline)
      if (deadline.aborted) return
      statuses.set(address, status)
    }
  }
  await Promise.race([over, Promise.all(Array.from({ length: AT_ONCE }, ask))])
  return statuses
}

/** Links of one text that are asked for; each costs a request. */
const LINKS_MAX = 20

/** The addresses of the site itself and of others that a text names, each once. */
function linksOf(html: string): string[] {
  const addresses = [...html.matchAll(/<(?:a|img)\b([^>]*)>/g)]
    .map(([, attributes = '']) => attributeOf(attributes, 'href') || attributeOf(attributes, 'src'))
    .filter((address) => /^(?:https?:\/\/|\/)/.test(address))
  return [...new Set(addresses)].slice(0, LINKS_MAX)
}

/** Whether a page would show anything. */
const hasText = (html: string): boolean => /<img\b/.test(html) || html.replace(/<[^>]*>|&nbsp;|[\s\p{C}]/gu, '') !== ''

/** An attribute of cleaned HTML, whose values stand in double quotes. */
const attributeOf = (attributes: string, name: string): string =>
  (new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '').replaceAll('&amp;', '&')
