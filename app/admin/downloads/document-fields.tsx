import { useTranslation } from '../../i18n/use-translation'
import { z } from 'zod'
import { eachLocale, textIn, type Texts } from '../../../functions/contract/languages'
import { languageIn, LOCALES, type Locale } from '../../i18n/locale'
import { fieldName, textsOf } from '../../../functions/contract/text-fields'
import type { DownloadFields } from '../../../functions/database/download'
import { SelectField, TextField } from '../../ui/field'
import { FileField } from '../frame/file-field'
import { textFieldsOf, textOf } from '../posted'

const NO_TEXT = eachLocale(() => '')
const isNamed = (texts: Texts) => LOCALES.some((locale) => texts[locale] !== '')
/** The value of a category in the list: its names, in the order of the languages. */
const valueOf = (texts: Texts) => JSON.stringify(LOCALES.map((locale) => texts[locale]))
const names = z.array(z.string())

/** The categories that documents have, each once, by name. */
export function categoriesOf(rows: readonly DownloadFields[]): Texts[] {
  const known = new Map(rows.map(({ category }) => [valueOf(category), category]))
  return [...known.values()].filter(isNamed).toSorted((one, other) => valueOf(one).localeCompare(valueOf(other), 'ko'))
}

const OTHER = 'other'

/** What a posted form says of a document: the category is one of the list, or named anew. */
export function postedDocument(form: URLSearchParams): DownloadFields {
  const text = (pattern: 'title*' | 'category*') =>
    textsOf(
      pattern,
      textFieldsOf(
        form,
        LOCALES.map((locale) => fieldName(pattern, locale)),
      ),
    )
  const chosen = textOf(form, 'category_of')
  const title = text('title*')
  if (chosen === '' || chosen === OTHER) return { title, category: text('category*') }
  const listed = names.parse(JSON.parse(chosen))
  return { title, category: eachLocale((locale) => listed[LOCALES.indexOf(locale)] ?? '') }
}

interface FieldsProps {
  id: string
  values: Partial<DownloadFields>
  categories: Texts[]
  /** A file that was sent with a form that lacked something else. */
  kept: { file_key: string; file_name: string } | null
  /** The document has a file already. */
  hasFile: boolean
  locale: Locale
}

/** The fields of a document. */
export function DocumentFields({ id, values, categories, kept, hasFile, locale }: FieldsProps) {
  const { t } = useTranslation('publishing')
  const own = values.category ?? NO_TEXT
  const isListed = categories.some((category) => valueOf(category) === valueOf(own))
  const texts = (pattern: 'title*' | 'category*') =>
    LOCALES.map((lang) => (
      <TextField
        key={lang}
        id={`${fieldName(pattern, lang)}-${id}`}
        name={fieldName(pattern, lang)}
        label={t(pattern === 'title*' ? 'downloads.title-in' : 'downloads.category-in', {
          language: languageIn(lang, locale),
        })}
        lang={lang}
        maxLength={200}
        defaultValue={pattern === 'title*' ? values.title?.[lang] : isListed ? '' : own[lang]}
      />
    ))
  return (
    <>
      <div className="fields">
        {texts('title*')}
        <SelectField
          id={`category_of-${id}`}
          name="category_of"
          label={t('downloads.category')}
          defaultValue={isListed ? valueOf(own) : isNamed(own) ? OTHER : ''}
        >
          <option value="">{t('downloads.no-category')}</option>
          {categories.map((category) => (
            <option key={valueOf(category)} value={valueOf(category)}>
              {textIn(category, locale)}
            </option>
          ))}
          <option value={OTHER}>{t('downloads.other-category')}</option>
        </SelectField>
        <FileField
          id={`file-${id}`}
          label={t(hasFile ? 'downloads.other-file' : 'downloads.file')}
          name="file"
          required={!hasFile && !kept}
        >
          {kept && (
            <>
              <input type="hidden" name="kept" value={kept.file_key} />
              <span>{t('file.kept', { name: kept.file_name })}</span>
            </>
          )}
        </FileField>
      </div>
      <details open={isNamed(own) && !isListed}>
        <summary>{t('downloads.other-category')}</summary>
        <div className="fields">{texts('category*')}</div>
      </details>
    </>
  )
}
