import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { BoardName } from '../../../functions/contract/board'
import { categoryName } from '../../i18n/category-name'
import { formatDate } from '../../i18n/format'
import { languageOfText } from '../../i18n/language-of-text'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import styles from './board-entry.module.css'
import type { ListSearch } from '../../urls/list-search'
import type { Entry, EntryResult, Neighbour } from './entry'
import { rowId } from './listing'

/** The page of one notice or FAQ entry, with a link back to its row in the list that the visitor comes from. */
export function BoardEntry({
  board,
  id,
  search,
  result,
  locale,
}: {
  board: BoardName
  id: string
  /** State of the list that the visitor comes from. */
  search: ListSearch
  result: EntryResult
  locale: Locale
}) {
  const { t } = useTranslation(['board', 'error'])
  return (
    <>
      {'failure' in result ? (
        <>
          <h1 className={styles.failed}>{t(`board:${board}-title`)}</h1>
          <Notice look="danger">{t('board:error-occurred', { message: t(`error:code.${result.failure}`) })}</Notice>
        </>
      ) : (
        <>
          <Article board={board} entry={result.entry} locale={locale} />
          {board === 'notice' && <Neighbours {...result.entry} search={search} locale={locale} />}
        </>
      )}
      <p className={styles.back}>
        <Link to={`/support/${board}`} search={search} hash={rowId(id)} className={buttonClass('outline')}>
          {t('board:list')}
        </Link>
      </p>
    </>
  )
}

function Article({ board, entry: { detail }, locale }: { board: BoardName; entry: Entry; locale: Locale }) {
  return (
    <article className={styles.article}>
      <header>
        <p className={styles.category}>{categoryName(detail, locale)}</p>
        <h1 lang={languageOfText(detail.subject, locale)}>{detail.subject}</h1>
        {board === 'notice' && (
          <time className={styles.date} dateTime={detail.create_date}>
            {formatDate(detail.create_date, locale)}
          </time>
        )}
      </header>
      {/* Sanitised where the upstream's answer is read (functions/upstream/sanitize-sanitize-board-html.ts). */}
      <div
        className={styles.contents}
        lang={languageOfText(detail.contents, locale)}
        dangerouslySetInnerHTML={{ __html: ownLanguageFirst(detail.contents, locale) }}
      />
    </article>
  )
}

/** Links to the notices above and below this one in the list that the visitor comes from. */
function Neighbours({
  previous,
  next,
  search,
  locale,
}: Pick<Entry, 'previous' | 'next'> & { search: ListSearch; locale: Locale }) {
  const { t } = useTranslation('board')
  if (!previous && !next) return null
  const row = (label: string, { board_uuid, subject }: Neighbour) => (
    <Link to="/support/notice/$id" params={{ id: board_uuid }} search={search} className={styles.row}>
      <span className={styles.label}>{label}</span>
      <span className={styles.subject} lang={languageOfText(subject, locale)}>
        {subject}
      </span>
    </Link>
  )
  return (
    <nav aria-label={t('neighbours')} className={styles.neighbours}>
      {previous && row(t('previous'), previous)}
      {next && row(t('next'), next)}
    </nav>
  )
}

const TWO_SECTIONS = /^\s*(<section lang="(?:ko|en)">[^]*<\/section>)\s*(<section lang="(ko|en)">[^]*<\/section>)\s*$/

/**
 * Moves the section in the page's language to the front, where a text consists of one section in each language
 * (docs/specification.md#1). Other texts stay unchanged.
 */
export const ownLanguageFirst = (html: string, locale: Locale): string =>
  html.replace(TWO_SECTIONS, (whole, first: string, second: string, language: string) =>
    language === locale ? `${second}\n${first}` : whole,
  )
