import type { Download } from '../../../functions/contract/download'
import type { ErrorCode } from '../../../functions/contract/problem'
import { loadOrFailure } from '../../api/loader-data'
import { readDownloads } from '../../api/reads'
import type { Locale } from '../../i18n/locale'
import { ownField, type OwnText } from '../../i18n/own-text'

/** A document of the data page in the page's language (docs/specification.md#3). */
export interface SupportItem {
  /** Unique; the fragment of its address in the grid. */
  id: string
  category: OwnText
  title: OwnText
  /** ISO 8601. */
  registered: string
  /** Path of the file. */
  file: string
}
export type ItemsResult = { items: SupportItem[] } | { failure: ErrorCode }

export const itemOf = (download: Download, locale: Locale): SupportItem => ({
  id: download.id,
  category: ownField('category*', download, locale),
  title: ownField('title*', download, locale),
  registered: download.registered_at,
  file: download.file,
})

/** The documents in the operator's order. */
export const loadItems = (locale: Locale): Promise<ItemsResult> =>
  loadOrFailure(async () => ({ items: (await readDownloads()).map((each) => itemOf(each, locale)) }))
