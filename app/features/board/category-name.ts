import { useTranslation } from '../../i18n/use-translation'

/** Gives a sub-category's name in the page's language: the Korean name, otherwise the English one (spec 2). */
export function useCategoryName() {
  const { i18n } = useTranslation()
  return ({ sub_category_name, sub_category_en_name }: { sub_category_name: string; sub_category_en_name: string }) =>
    (i18n.language === 'ko' ? sub_category_name : sub_category_en_name) || sub_category_name || sub_category_en_name
}
