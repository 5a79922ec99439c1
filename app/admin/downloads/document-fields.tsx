import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { DownloadFields } from '../../../functions/database/download'
import type { Locale } from '../../i18n/locale'
import { SelectField, TextField } from '../../ui/field'
import { textOf } from '../publishing/form'

/** A category of the data page: its names, Korean and English. */
type Category = [korean: string, english: string]
const category = z.tuple([z.string(), z.string()])

/** The categories that documents have, each once, by name. */
export function categoriesOf(rows: readonly DownloadFields[]): Category[] {
  const known = new Map(rows.map((row) => [JSON.stringify([row.category, row.category_en]), row]))
  return [...known.values()]
    .map((row): Category => [row.category, row.category_en])
    .filter((names) => names.join('') !== '')
    .toSorted(([one], [other]) => one.localeCompare(other, 'ko'))
}

const OTHER = 'other'

/** What a posted form says of a document: the category is one of the list, or named anew. */
export function postedDocument(form: FormData): DownloadFields {
  const chosen = textOf(form, 'category_of')
  const named: Category = [textOf(form, 'category'), textOf(form, 'category_en')]
  const [korean, english] =
    chosen === OTHER || chosen === '' ? (chosen === OTHER ? named : ['', '']) : category.parse(JSON.parse(chosen))
  return { title: textOf(form, 'title'), title_en: textOf(form, 'title_en'), category: korean, category_en: english }
}

interface FieldsProps {
  id: string
  values: Partial<DownloadFields>
  categories: Category[]
  /** A file that was sent with a form that lacked something else. */
  kept: { file_key: string; file_name: string } | null
  /** The document has a file already. */
  hasFile: boolean
  locale: Locale
}

/** The fields of a document. */
export function DocumentFields({ id, values, categories, kept, hasFile, locale }: FieldsProps) {
  const { t } = useTranslation('publishing')
  const own = JSON.stringify([values.category ?? '', values.category_en ?? ''])
  const listed = categories.map((names) => JSON.stringify(names))
  const isNamed = own !== '["",""]'
  const text = (name: keyof DownloadFields, label: string) => (
    <TextField
      id={`${name}-${id}`}
      name={name}
      label={label}
      lang={name.endsWith('_en') ? 'en' : 'ko'}
      maxLength={200}
      defaultValue={values[name]}
    />
  )
  return (
    <>
      <div className="fields">
        {text('title', t('downloads.title-ko'))}
        {text('title_en', t('downloads.title-en'))}
        <SelectField
          id={`category_of-${id}`}
          name="category_of"
          label={t('downloads.category')}
          defaultValue={listed.includes(own) ? own : isNamed ? OTHER : ''}
        >
          <option value="">{t('downloads.no-category')}</option>
          {categories.map(([korean, english], index) => (
            <option key={listed[index]} value={listed[index]}>
              {locale === 'ko' ? korean || english : english || korean}
            </option>
          ))}
          <option value={OTHER}>{t('downloads.other-category')}</option>
        </SelectField>
        <div className="plain-field">
          <label htmlFor={`file-${id}`}>{t(hasFile ? 'downloads.other-file' : 'downloads.file')}</label>
          <input id={`file-${id}`} type="file" name="file" required={!hasFile && !kept} />
          {kept && (
            <>
              <input type="hidden" name="kept" value={kept.file_key} />
              <span>{t('file.kept', { name: kept.file_name })}</span>
            </>
          )}
        </div>
      </div>
      <details open={isNamed && !listed.includes(own)}>
        <summary>{t('downloads.other-category')}</summary>
        <div className="fields">
          {text('category', t('downloads.category-ko'))}
          {text('category_en', t('downloads.category-en'))}
        </div>
      </details>
    </>
  )
}
