import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation'
import { BOARDS, type BoardItem, type BoardName } from '../../../functions/contract/board'
import type { PageVisitor } from '../../context/page-context'
import { formatDate } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { ownField } from '../../i18n/own-text'
import { buttonClass } from '../../ui/button'
import { LoadFailure } from '../../ui/load-failure'
import { StateLink } from '../../ui/state-link'
import { linksInLanguage } from '../../urls/links-in-language'
import styles from './board-entry.module.css'
import { type ListSearch, rowId } from '../../urls/list-search'
import type { Entry, EntryResult } from './load-entry'

type Visitor = Pick<PageVisitor, 'locale' | 'localeInAddress'>

/** The page of one entry of a board, with a link back to its row in the list that the visitor comes from. */
export function BoardEntry({
  board,
  id,
  search,
  result,
  visitor,
}: {
  board: BoardName
  id: string
  /** State of the list that the visitor comes from. */
  search: ListSearch
  result: EntryResult
  visitor: Visitor
}) {
  const { t } = useTranslation(['board', 'page', 'error'])
  const isArticle = BOARDS[board].entries === 'articles'
  return (
    <div className={styles.entry}>
      {'failure' in result ? (
        <>
          <h1 className={styles.failed}>{t(`page:${board}.name`)}</h1>
          <LoadFailure
            message={t('board:error-occurred', { message: t(`error:code.${result.failure}`) })}
            again={t('error:try-again')}
          />
        </>
      ) : (
        <>
          <Article dated={isArticle} entry={result.entry} visitor={visitor} />
          {isArticle && <Neighbours board={board} {...result.entry} search={search} locale={visitor.locale} />}
        </>
      )}
      <p className={styles.back}>
        <StateLink to={BOARDS[board].address} search={search} hash={rowId(id)} className={buttonClass('outline')}>
          {t('board:list')}
        </StateLink>
      </p>
    </div>
  )
}

function Article({ dated, entry: { detail }, visitor }: { dated: boolean; entry: Entry; visitor: Visitor }) {
  const { t } = useTranslation('board')
  return (
    <article className={styles.article}>
      <header>
        <p className={styles.category}>{detail.category}</p>
        <h1 lang={detail.subject.lang}>{detail.subject.text}</h1>
        {detail.contents.onlyIn && <p className={styles.only}>{t(`only-in.${detail.contents.onlyIn}`)}</p>}
        {dated && detail.create_date && (
          <time className={styles.date} dateTime={detail.create_date}>
            {formatDate(detail.create_date, visitor.locale)}
          </time>
        )}
      </header>
      {/* Sanitised where the upstream's answer is read (functions/http/sanitize-html.ts). */}
      <div
        className={styles.contents}
        lang={detail.contents.lang}
        dangerouslySetInnerHTML={{ __html: linksInLanguage(detail.contents.text, visitor) }}
      />
    </article>
  )
}

/** Links to the articles above and below this one in the full list. They remember the list that the visitor comes from. */
function Neighbours({
  board,
  previous,
  next,
  search,
  locale,
}: Pick<Entry, 'previous' | 'next'> & { board: BoardName; search: ListSearch; locale: Locale }) {
  const { t } = useTranslation('board')
  if (!previous && !next) return null
  const row = (label: string, item: BoardItem) => {
    const { text, lang } = ownField('subject*', item, locale)
    return (
      <Link to={`${BOARDS[board].address}/$id`} params={{ id: item.board_uuid }} search={search} className={styles.row}>
        <span className={styles.label}>{label}</span>
        <span className={styles.subject} lang={lang}>
          {text}
        </span>
      </Link>
    )
  }
  return (
    <nav aria-label={t('neighbours')} className={styles.neighbours}>
      {previous && row(t('previous'), previous)}
      {next && row(t('next'), next)}
    </nav>
  )
}
