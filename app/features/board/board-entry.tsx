import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { BoardName } from '../../../functions/contract/board'
import { formatDate } from '../../i18n/format'
import { languageOfText } from '../../i18n/language-of-text'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import styles from './board-entry.module.css'
import { useCategoryName } from './category-name'
import type { Entry, EntryResult } from './entry'
import { Neighbours } from './neighbours'
import { ownLanguageFirst } from './own-language-first'

/** One notice or one FAQ, with the way back to its list. */
export function BoardEntry({ board, result, locale }: { board: BoardName; result: EntryResult; locale: Locale }) {
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
          {board === 'notice' && <Neighbours {...result.entry} locale={locale} />}
        </>
      )}
      <p className={styles.back}>
        <Link to={`/support/${board}`} className={buttonClass('outline')}>
          {t('board:list')}
        </Link>
      </p>
    </>
  )
}

function Article({ board, entry: { detail }, locale }: { board: BoardName; entry: Entry; locale: Locale }) {
  const nameOf = useCategoryName()
  return (
    <article className={styles.article}>
      <header>
        <p className={styles.category}>{nameOf(detail)}</p>
        <h1 lang={languageOfText(detail.subject, locale)}>{detail.subject}</h1>
        {board === 'notice' && (
          <time className={styles.date} dateTime={detail.create_date}>
            {formatDate(detail.create_date, locale)}
          </time>
        )}
      </header>
      {/* Sanitised by the edge before it reaches any page (functions/upstream/board-html.ts). */}
      <div
        className={styles.contents}
        lang={languageOfText(detail.contents, locale)}
        dangerouslySetInnerHTML={{ __html: ownLanguageFirst(detail.contents, locale) }}
      />
    </article>
  )
}
