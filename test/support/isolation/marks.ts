import { COLOURS } from 'virtual:brand-colours'
import { defaultBrand } from '../../../functions/brand/hosts.ts'
import type { Brand } from '../../../functions/brand/schema.ts'

/** Every text by which a page could be told to be this brand's: names, hosts, company, logo, colours, entries of its board. */
function marksOf(brand: Brand): string[] {
  const { id, whiteLabel, hosts, origin, name, wordmark, symbol, company, portal, partners } = brand
  const { name: companyName, representative, address, ...contacts } = company
  const words = [
    id,
    ...hosts,
    new URL(origin).host,
    ...Object.values(name),
    wordmark,
    symbol,
    ...[companyName, representative, address].flatMap((text) => Object.values(text)),
    ...Object.values(contacts),
    portal.url,
    ...partners.flatMap((partner) => [partner.url, ...Object.values(partner.name)]),
  ]
  const colours = [...(COLOURS[id]?.css ?? '').matchAll(/#[0-9a-f]{6}/g)].map(([hex]) => hex)
  // `default` is a word of its own; `default notice` is an entry of that brand's board.
  const board = [
    `${whiteLabel} notice`,
    `${whiteLabel} faq`,
    `${whiteLabel}-notice`,
    `${whiteLabel}-faq`,
    `${whiteLabel}의 본문`,
  ]
  return [...new Set([...words, ...colours, ...board, ...(whiteLabel === 'default' ? [] : [whiteLabel])])]
}

/**
 * Finds what belongs to another brand in a text that this brand has sent.
 * @param all every brand; what two of them share tells nothing and is left out
 */
export function foreignTo(brand: Brand, all: readonly Brand[]): (text: string) => string[] {
  const own = marksOf(brand)
  const credited = brand.indexing === 'canonical-to-default' ? [new URL(defaultBrand.origin).host] : []
  const foreign = all.filter((other) => other !== brand).flatMap(marksOf)
  const marks = [...new Set(foreign)].filter(
    (mark) => !own.some((mine) => mine.includes(mark)) && !credited.includes(mark),
  )
  // A short word may stand in a longer one or in the hash of a script by chance; whatever is longer is found anywhere.
  const finders = marks.map(
    (mark) =>
      [
        mark,
        mark.toLowerCase(),
        /^\w{1,6}$/.test(mark) ? new RegExp(`(?<![\\w+/-])${mark}(?![\\w+/])`, 'i') : /(?:)/,
      ] as const,
  )
  return (text) => {
    const lower = text.toLowerCase()
    return finders.filter(([, plain, whole]) => lower.includes(plain) && whole.test(text)).map(([mark]) => mark)
  }
}
