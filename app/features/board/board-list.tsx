import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BOARDS, type BoardName } from '../../../functions/contract/board'
import type { Locale } from '../../i18n/locale'
import { LoadFailure } from '../../ui/load-failure'
import { Notice } from '../../ui/notice'
import { PageHeading } from '../../ui/page-heading'
import type { FaqSearch } from '../../urls/list-search'
import { CategoryChips } from './category-chips'
import { FaqList } from './faq-list'
import type { ListingResult } from './load-listing'
import { NoticeTable } from './notice-table'
import { Pagination } from './pagination'

/** The page of the notice list or the FAQ list. `children` are shown above the chips, `empty` in place of an empty list. */
export function BoardList({
  board,
  result,
  search,
  locale,
  empty,
  children,
}: {
  board: BoardName
  result: ListingResult
  search: FaqSearch
  locale: Locale
  empty?: ReactNode
  children?: ReactNode
}) {
  const { t } = useTranslation(['board', 'error'])
  const rows = 'listing' in result ? result.listing.items : []
  const subCategories = 'listing' in result ? result.listing.subCategories : []
  return (
    <>
      <PageHeading lead={t(`board:${board}-lead`)}>{t(`board:${board}-title`)}</PageHeading>
      {children}
      <CategoryChips board={board} subCategories={subCategories} search={search} locale={locale} />
      {'failure' in result ? (
        <LoadFailure
          message={t('board:error-occurred', { message: t(`error:code.${result.failure}`) })}
          again={t('error:try-again')}
        />
      ) : (
        <>
          {rows.length === 0 ? (
            empty || <Notice look="empty">{t('board:no-registration')}</Notice>
          ) : BOARDS[board].entries === 'articles' ? (
            <NoticeTable rows={rows} search={search} locale={locale} />
          ) : (
            <FaqList rows={rows} search={search} locale={locale} />
          )}
          <Pagination board={board} search={search} page={result.listing.page} pages={result.listing.pages} />
        </>
      )}
    </>
  )
}
