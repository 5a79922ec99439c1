import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import type { LogEntry, LoggedAction } from '../../../functions/database/admin-log'
import type { LoggedName } from '../../../functions/database/log-names'
import { inquirySelection } from '../../../functions/contract/inquiry-filters'
import { formatDateTime } from '../../i18n/format'
import { languageIn, type Locale } from '../../i18n/locale'
import { ownText } from '../../i18n/own-text'
import { actorName } from '../frame/actor-name'
import { brandName } from '../frame/brand-name'
import { textsIn } from '../frame/texts'
import { inquiryAddress, listAddress } from '../inbox/address'
import { adminAddress } from '../frame/board-addresses'

const INQUIRY = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
/** Actions whose subject is a receipt, or begins with one. */
const ON_INQUIRIES: ReadonlySet<LoggedAction> = new Set([
  'show',
  'download',
  'take-by-telephone',
  'send-again',
  'mark-processed',
  'mark-spam',
  'undo-processed',
  'destroy',
  'answer',
  'answer-again',
  'save-answer-draft',
  'admit-reply',
  'claim',
  'end-claim',
  'note',
  'remind',
  'end-reminder',
])

/** Actions whose subject is the receipts of all that is kept of one address. */
const ON_PEOPLE: ReadonlySet<LoggedAction> = new Set(['show-person', 'export-person', 'forget-messages'])

/** The ids in a row of the log that have a name. */
export const idsIn = ({ action, subject }: LogEntry): string[] =>
  ON_INQUIRIES.has(action) || ON_PEOPLE.has(action) || action === 'list' || action === 'export'
    ? []
    : subject.split(' ').filter(Boolean)

/** Signs that stand in a sentence for its elements: none is in a text. */
const PLACES = { who: '\ue001', what: '\ue002', second: '\ue003' } as const
const PLACE_SIGNS = /([\ue001-\ue003])/

interface SentenceProps {
  entry: LogEntry
  names: Map<string, LoggedName>
  locale: Locale
}

/** A row of the log as a sentence, with links to what it is about. */
export function Sentence({ entry: { action, actor, subject }, names, locale }: SentenceProps) {
  const { t } = useTranslation(['admin', 'inbox'])
  const [first = '', second = ''] = subject.split(' ')
  const named = (id: string) => <Named id={id} name={names.get(id)} locale={locale} />
  const what = (): ReactNode => {
    if (ON_INQUIRIES.has(action)) return <a href={inquiryAddress(first, {})}>{first.slice(0, 8)}</a>
    if (action === 'list' || action === 'export') return <Selection subject={subject} locale={locale} />
    if (ON_PEOPLE.has(action)) return t('log.of-person', { n: subject.split(' ').filter(Boolean).length })
    if (action === 'maintenance-on') return <a href="/admin/maintenance">{timeOr(subject, locale)}</a>
    return named(first)
  }
  const parts: Record<string, () => ReactNode> = {
    [PLACES.who]: () => <strong>{actorName(actor, locale)}</strong>,
    [PLACES.what]: what,
    [PLACES.second]: () => (action === 'merge-category' ? named(second) : second),
  }
  return (
    <span>
      {t(`log.line.${action}`, PLACES)
        .split(PLACE_SIGNS)
        .map((part, index) => (
          <Fragment key={index}>{parts[part]?.() ?? part}</Fragment>
        ))}
    </span>
  )
}

const timeOr = (text: string, locale: Locale) =>
  Number.isNaN(Date.parse(text)) ? text : formatDateTime(new Date(text).toISOString(), locale)

/** Where something named is kept. An entry has a page of its own. */
const addressOf = (id: string, { kind }: LoggedName): string =>
  kind === 'category'
    ? '/admin/categories'
    : kind === 'download'
      ? '/admin/downloads'
      : `${adminAddress(kind)}/${encodeURIComponent(id)}`

/** What has an id, by its title; what is gone, by the beginning of its id. */
function Named({ id, name, locale }: { id: string; name: LoggedName | undefined; locale: Locale }) {
  const { t } = useTranslation('admin')
  if (!name) return <span className="muted">{id.length > 12 ? id.slice(0, 8) : id}</span>
  const text = ownText(name.title, locale)
  return (
    <a href={addressOf(id, name)} lang={text.lang}>
      {t('log.title-of', { title: text.text || t('log.untitled') })}
    </a>
  )
}

/** The filters of a list or of an export in words, as a link to the same list. */
function Selection({ subject, locale }: { subject: string; locale: Locale }) {
  const { t } = useTranslation(['admin', 'inbox'])
  const parts = subject.split(' ').filter(Boolean)
  if (parts.length > 0 && parts.every((part) => INQUIRY.test(part))) return t('log.chosen', { n: parts.length })
  const filters = inquirySelection.parse(Object.fromEntries(parts.map((part) => part.split('='))))
  const words = [
    filters.state && t(`state.${filters.state}`),
    ...selectionWords(filters, locale),
    parts.includes('search=yes') && t('log.with-search'),
  ].filter(Boolean)
  return <a href={listAddress(filters)}>{words.length > 0 ? words.join(', ') : t('log.all-inquiries')}</a>
}

function selectionWords(
  { kind, brand, language, files, spam, reminder, from, to }: ReturnType<typeof inquirySelection.parse>,
  locale: Locale,
) {
  const t = textsIn(locale, 'inbox')
  return [
    kind && t(`kinds.${kind}`),
    brand && brandName(brand, locale),
    language && languageIn(language, locale),
    files && t('with-files'),
    spam && t('with-signals'),
    reminder && t(`reminder.filter.${reminder}`),
    (from || to) && `${from ?? ''} ~ ${to ?? ''}`.trim(),
  ]
}
