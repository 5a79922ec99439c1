import { useTranslation } from '../../i18n/use-translation'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { FileField } from '../frame/file-field'

/** The box that the editor's script opens for the address of a link. */
export function LinkDialog() {
  const { t } = useTranslation('publishing')
  return (
    <dialog data-dialog="link" aria-labelledby="link-title" className="panel">
      <form method="dialog" className="stack">
        <h2 id="link-title">{t('link.title')}</h2>
        <TextField
          id="link-address"
          name="address"
          label={t('link.address')}
          inputMode="url"
          autoComplete="off"
          data-refused={t('link.refused')}
        />
        <TextField id="link-text" name="text" label={t('link.text')} autoComplete="off" />
        <div className="row-actions">
          <button type="submit" value="add" className={buttonClass()}>
            {t('link.add')}
          </button>
          <button type="submit" value="remove" formNoValidate>
            {t('link.remove')}
          </button>
          <button type="submit" value="" formNoValidate>
            {t('cancel')}
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** The box for a file with its description. */
export function FileDialog() {
  const { t } = useTranslation('publishing')
  return (
    <dialog data-dialog="file" aria-labelledby="file-title" className="panel">
      <form method="dialog" className="stack">
        <h2 id="file-title">{t('file.title')}</h2>
        <FileField id="file-chosen" label={t('file.choose')} name="chosen">
          <span data-name />
        </FileField>
        <TextField id="file-text" name="text" label={t('file.alt')} hint={t('file.alt-hint')} maxLength={300} />
        <p role="alert" className="warning" data-fault />
        <div className="row-actions">
          <button type="submit" value="add" className={buttonClass()}>
            {t('file.add')}
          </button>
          <button type="submit" value="" formNoValidate>
            {t('cancel')}
          </button>
        </div>
      </form>
    </dialog>
  )
}
