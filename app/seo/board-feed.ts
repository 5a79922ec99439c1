import type { i18n } from 'i18next'
import { BOARDS, type BoardItem, type BoardName, type BoardWithFeed } from '../../functions/contract/board'
import type { PageBrand } from '../context/page-context'
import { formatDate } from '../i18n/format'
import { LOCALE_QUERY, LOCALES, type Locale } from '../i18n/locale'
import { categoryIn, ownField } from '../i18n/own-text'
import { xmlText } from './xml'

/** Number of newest articles in a feed. */
export const FEED_ENTRIES = 50

interface FeedContext {
  board: BoardWithFeed
  brand: PageBrand
  locale: Locale
  /** Path of the brand's picture. */
  card: string
  i18n: i18n
}

/** Atom requires a date, so an entry without one is left out of the feed. */
type DatedItem = BoardItem & { create_date: string }
const isDated = (item: BoardItem): item is DatedItem => item.create_date !== null
const changedAt = ({ update_date, create_date }: DatedItem) => update_date ?? create_date

/** The name of the feed of a board. */
export const feedTitle = (i18n: i18n, board: BoardName, { name }: Pick<PageBrand, 'name'>): string =>
  i18n.t('board:feed', { brand: name, board: i18n.t(`page:${board}.name`) })

/**
 * The articles of a board, as a brand shows them, as an Atom feed (RFC 4287). An entry has title, address, and category and date as summary, but
 * no content, because it comes from the list. The same articles always give the same text. Its address
 * takes the language by `?lng=`.
 * @param items newest first
 */
export function boardFeed(items: readonly BoardItem[], { board, brand, locale, card, i18n }: FeedContext): string {
  const { address: list, feed } = BOARDS[board]
  const { origin } = brand
  const dated = items.filter(isDated)
  const address = (path: string, language: Locale) => xmlText(`${origin}${path}?${LOCALE_QUERY}=${language}`)
  const self = address(feed, locale)
  // `updated` is required, in an empty feed too.
  const updated = dated.map(changedAt).sort().at(-1) ?? '1970-01-01T00:00:00Z'
  const entries = dated.map((item) => {
    const path = `${list}/${encodeURIComponent(item.board_uuid)}`
    const { text, lang } = ownField('subject*', item, locale)
    const category = categoryIn(item, locale)
    const summary = i18n.t('board:feed-summary', { category, date: formatDate(item.create_date, locale) })
    return `<entry>
<id>${xmlText(origin + path)}</id>
<title${lang ? ` xml:lang="${lang}"` : ''}>${xmlText(text)}</title>
<link rel="alternate" type="text/html" href="${address(path, locale)}"/>
<published>${item.create_date}</published>
<updated>${changedAt(item)}</updated>
<category term="${xmlText(item.sub_category_name)}" label="${xmlText(category)}"/>
<summary>${xmlText(summary)}</summary>
</entry>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">
<id>${self}</id>
<title>${xmlText(feedTitle(i18n, board, brand))}</title>
<subtitle>${xmlText(i18n.t(`board:description.${board}`))}</subtitle>
<updated>${updated}</updated>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" hreflang="${locale}" href="${address(list, locale)}"/>
${LOCALES.filter((other) => other !== locale)
  .map(
    (other) => `<link rel="related" type="application/atom+xml" hreflang="${other}" href="${address(feed, other)}"/>`,
  )
  .join('\n')}
<author><name>${xmlText(brand.company.name)}</name><uri>${xmlText(`${origin}/`)}</uri></author>
<icon>${xmlText(`${origin}/icon.png`)}</icon>
<logo>${xmlText(origin + card)}</logo>
${entries.join('\n')}
</feed>
`
}
