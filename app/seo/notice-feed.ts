import type { i18n } from 'i18next'
import { BOARDS, type BoardItem } from '../../functions/contract/board'
import type { PageBrand } from '../context/page-context'
import { formatDate } from '../i18n/format'
import { LOCALE_QUERY, LOCALES, type Locale } from '../i18n/locale'
import { categoryIn, ownField } from '../i18n/own-text'
import { xmlText } from './xml'

/** Address of the list; its feed takes the language by `?lng=`. */
const { address: LIST, feed: FEED } = BOARDS.notice

/** Number of newest notices in the feed. */
export const FEED_ENTRIES = 50

interface FeedContext {
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

/**
 * The notices of a brand as an Atom feed (RFC 4287). An entry has title, address, and category and date as summary, but
 * no content, because it comes from the list. The same notices always give the same text.
 * @param notices newest first
 */
export function noticeFeed(notices: readonly BoardItem[], { brand, locale, card, i18n }: FeedContext): string {
  const { origin } = brand
  const dated = notices.filter(isDated)
  const address = (path: string, language: Locale) => xmlText(`${origin}${path}?${LOCALE_QUERY}=${language}`)
  const self = address(FEED, locale)
  // `updated` is required, in an empty feed too.
  const updated = dated.map(changedAt).sort().at(-1) ?? '1970-01-01T00:00:00Z'
  const entries = dated.map((item) => {
    const path = `${LIST}/${encodeURIComponent(item.board_uuid)}`
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
<title>${xmlText(i18n.t('page:notice-feed', { brand: brand.name }))}</title>
<subtitle>${xmlText(i18n.t('page:notice.description'))}</subtitle>
<updated>${updated}</updated>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" hreflang="${locale}" href="${address(LIST, locale)}"/>
${LOCALES.filter((other) => other !== locale)
  .map(
    (other) => `<link rel="related" type="application/atom+xml" hreflang="${other}" href="${address(FEED, other)}"/>`,
  )
  .join('\n')}
<author><name>${xmlText(brand.company.name)}</name><uri>${xmlText(`${origin}/`)}</uri></author>
<icon>${xmlText(`${origin}/icon.png`)}</icon>
<logo>${xmlText(origin + card)}</logo>
${entries.join('\n')}
</feed>
`
}
