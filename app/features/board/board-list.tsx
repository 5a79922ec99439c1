import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardName } from '../../../functions/contract/board'
import type { Locale } from '../../i18n/locale'
import { Notice } from '../../ui/notice'
import { PageHeading } from '../../ui/page-heading'
import { Chips } from './chips'
import { FaqList } from './faq-list'
import type { ListingResult } from './listing'
import { NoticeTable } from './notice-table'
import { NothingFound } from '../faq-search/nothing-found'
import { Pagination } from './pagination'
import type { FaqSearch } from './search'

/** The notice list or the FAQ list, in whichever state its data is (spec 4: loading is the route's). `children` stand above the chips. */
export function BoardList({
  board,
  result,
  search,
  locale,
  children,
}: {
  board: BoardName
  result: ListingResult
  search: FaqSearch
  locale: Locale
  children?: ReactNode
}) {
  const { t } = useTranslation(['board', 'error'])
  return (
    <>
      <PageHeading lead={t(`board:${board}-lead`)}>{t(`board:${board}-title`)}</PageHeading>
      {children}
      {'failure' in result ? (
        <Notice look="danger">{t('board:error-occurred', { message: t(`error:code.${result.failure}`) })}</Notice>
      ) : (
        <>
          <Chips board={board} subCategories={result.listing.subCategories} search={search} />
          {result.listing.items.length === 0 && search.q !== undefined ? (
            <NothingFound search={search} />
          ) : result.listing.items.length === 0 ? (
            <Notice look="empty">{t('board:no-registration')}</Notice>
          ) : board === 'notice' ? (
            <NoticeTable rows={result.listing.items} locale={locale} />
          ) : (
            <FaqList rows={result.listing.items} locale={locale} />
          )}
          <Pagination board={board} search={search} page={result.listing.page} pages={result.listing.pages} />
        </>
      )}
    </>
  )
}
