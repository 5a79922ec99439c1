import { useTranslation } from '../../i18n/use-translation'
import { BOARDS, type BoardName } from '../../../functions/contract/board'
import type { PageVisitor } from '../../context/page-context'
import { LoadFailure } from '../../ui/load-failure'
import { Notice } from '../../ui/notice'
import { PageHeading } from '../../ui/page-heading'
import type { ListSearch } from '../../urls/list-search'
import { CategoryChips } from './category-chips'
import { QuestionList } from './question-list'
import type { ListingResult } from './load-listing'
import { ArticleTable } from './article-table'
import { Pagination } from './pagination'
import { SearchBox } from './search-box'

/** The page of the list of a board. */
export function BoardList({
  board,
  result,
  search,
  visitor: { brand, locale, localeInAddress },
}: {
  board: BoardName
  result: ListingResult
  search: ListSearch
  visitor: PageVisitor
}) {
  const { t } = useTranslation(['board', 'page', 'error'])
  // A board may have a lead of its own.
  const lead = t([`board:lead.${board}` as 'board:lead.notice', `board:description.${board}`])
  const subCategories = 'listing' in result ? result.subCategories : []
  return (
    <>
      <PageHeading lead={lead}>{t(`page:${board}.name`)}</PageHeading>
      {BOARDS[board].searchable && (
        <SearchBox
          board={board}
          search={search}
          shown={brand.features.faqSearch}
          addressLocale={localeInAddress ? locale : undefined}
        />
      )}
      <CategoryChips board={board} subCategories={subCategories} search={search} locale={locale} />
      {'failure' in result ? (
        <LoadFailure
          message={t('board:error-occurred', { message: t(`error:code.${result.failure}`) })}
          again={t('error:try-again')}
        />
      ) : (
        <>
          {/* Another chip keeps the focus where it is: this says what it has found. */}
          <output className="visually-hidden">{t('board:total', { count: result.listing.total })}</output>
          {result.listing.data.length === 0 ? (
            <Notice look="empty">{t('board:no-registration')}</Notice>
          ) : BOARDS[board].entries === 'articles' ? (
            <ArticleTable board={board} rows={result.listing.data} now={result.now} search={search} locale={locale} />
          ) : (
            <QuestionList board={board} rows={result.listing.data} search={search} locale={locale} />
          )}
          <Pagination board={board} search={search} page={result.listing.page} pages={result.listing.pages} />
        </>
      )}
    </>
  )
}
