import { useTranslation } from '../../i18n/use-translation'
import { languageIn, type Locale } from '../../../functions/contract/languages'

/** What a page of the admin calls a language, in the language of the page. */
export function useLanguageName(): (language: Locale) => string {
  const { i18n } = useTranslation('admin')
  return (language) => languageIn(language, i18n.language as Locale)
}
