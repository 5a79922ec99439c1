import { brands } from '../../../functions/brand/hosts'
import type { Locale } from '../../i18n/locale'

/** What a brand is called; the id of one that has left the registry. */
export const brandName = (id: string, locale: Locale): string =>
  brands.find((brand) => brand.id === id)?.name[locale] ?? id
