import type { Download } from '../../../functions/contract/download'
import type { ErrorCode } from '../../../functions/contract/problem'
import { api } from '../../api/client'
import { loadOrFailure } from '../../api/loader-data'
import type { Locale } from '../../i18n/locale'
import { ownText, type OwnText } from '../../i18n/own-text'

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

export const itemOf = ({ id, title, category, registered_at, file }: Download, locale: Locale): SupportItem => ({
  id,
  category: ownText(category, locale),
  title: ownText(title, locale),
  registered: registered_at,
  file,
})

/** The documents in the operator's order. */
export const loadItems = (locale: Locale): Promise<ItemsResult> =>
  loadOrFailure(async () => ({ items: (await api.downloads()).map((each) => itemOf(each, locale)) }))
