import { useTranslation } from '../../i18n/use-translation'
import { fieldName } from '../../../functions/contract/text-fields'
import { languageIn, LOCALES, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { FieldError, SelectField, TextField } from '../../ui/field'
import { FileField } from '../frame/file-field'
import type { RefusedFile } from './editor-state'

/** Pictures and attachments where no script puts them at the cursor: chosen here, for the end of a text. */
export function FilePart({ refused, locale }: { refused: RefusedFile | undefined; locale: Locale }) {
  const { t } = useTranslation('publishing')
  const reason = refused && t(`message.${refused.reason}`)
  const lacksAlt = refused?.reason === 'no-alt'
  return (
    <fieldset className="panel file-part" data-files id="files">
      <legend>{t('file.title')}</legend>
      <p className="muted">{t('file.hint')}</p>
      <div className="fields">
        <FileField
          id="file"
          label={t('file.choose')}
          name="file"
          autoFocus={refused && !lacksAlt}
          aria-invalid={(refused && !lacksAlt) || undefined}
          aria-describedby={refused && !lacksAlt ? 'file-error' : undefined}
        >
          {refused?.kept && (
            <>
              <input type="hidden" name="kept" value={refused.kept.file_key} />
              <span>{t('file.kept', { name: refused.kept.file_name })}</span>
            </>
          )}
          {refused && !lacksAlt && <FieldError id="file-error">{reason}</FieldError>}
        </FileField>
        <TextField
          id="alt"
          name="alt"
          label={t('file.alt')}
          hint={t('file.alt-hint')}
          maxLength={300}
          defaultValue={refused?.alt}
          error={lacksAlt ? reason : undefined}
          autoFocus={lacksAlt}
        />
        <SelectField
          id="into"
          name="into"
          label={t('file.into')}
          defaultValue={refused && fieldName('contents*', refused.into)}
        >
          {LOCALES.map((language) => (
            <option key={language} value={fieldName('contents*', language)}>
              {languageIn(language, locale)}
            </option>
          ))}
        </SelectField>
      </div>
      <button type="submit" name="action" value="add-file" className={buttonClass('outline')}>
        {t('file.add')}
      </button>
    </fieldset>
  )
}
