import type { SubCategory } from '../../functions/contract/board'
import type { Locale } from './locale'

/** A sub-category's name in a language, or the other one where the board has none (docs/specification.md#2). */
export const categoryName = (
  { sub_category_name, sub_category_en_name }: Pick<SubCategory, 'sub_category_name' | 'sub_category_en_name'>,
  locale: Locale,
): string => (locale === 'ko' ? sub_category_name : sub_category_en_name) || sub_category_name || sub_category_en_name
