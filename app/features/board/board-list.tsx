import { useTranslation } from 'react-i18next'
import { BOARDS, type BoardName } from '../../../functions/contract/board'
import type { PageVisitor } from '../../context/page-context'
import { LoadFailure } from '../../ui/load-failure'
import { Notice } from '../../ui/notice'
import { PageHeading } from '../../ui/page-heading'
import type { FaqSearch } from '../../urls/list-search'
import { CategoryChips } from './category-chips'
import { FaqList } from './faq-list'
import type { ListingResult } from './load-listing'
import { NoticeTable } from './notice-table'
import { Pagination } from './pagination'
import { SearchBox } from './search-box'

/** The page of the notice list or the FAQ list. */
export function BoardList({
  board,
  result,
  search,
  visitor: { brand, locale, localeInAddress },
}: {
  board: BoardName
  result: ListingResult
  search: FaqSearch
  visitor: PageVisitor
}) {
  const { t } = useTranslation(['board', 'error'])
  const subCategories = 'listing' in result ? result.subCategories : []
  return (
    <>
      <PageHeading lead={t(`board:${board}-lead`)}>{t(`board:${board}-title`)}</PageHeading>
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
          {result.listing.data.length === 0 ? (
            <Notice look="empty">{t('board:no-registration')}</Notice>
          ) : BOARDS[board].entries === 'articles' ? (
            <NoticeTable rows={result.listing.data} now={result.now} search={search} locale={locale} />
          ) : (
            <FaqList rows={result.listing.data} search={search} locale={locale} />
          )}
          <Pagination board={board} search={search} page={result.listing.page} pages={result.listing.pages} />
        </>
      )}
    </>
  )
}
