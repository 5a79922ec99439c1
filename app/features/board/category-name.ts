import { useTranslation } from 'react-i18next'
import type { SubCategory } from '../../../functions/contract/board'

type Names = Pick<SubCategory, 'sub_category_name' | 'sub_category_en_name'>

/** A sub-category's name in a language: the Korean name, otherwise the English one (spec 2). */
export const categoryName = ({ sub_category_name, sub_category_en_name }: Names, language: string): string =>
  (language === 'ko' ? sub_category_name : sub_category_en_name) || sub_category_name || sub_category_en_name

/** Gives a sub-category's name in the page's language. */
export function useCategoryName() {
  const { i18n } = useTranslation()
  return (names: Names) => categoryName(names, i18n.language)
}
