import { useTranslation } from 'react-i18next'
import { downloadFields } from '../../../functions/commands/publishing/downloads'
import { commands } from '../../../functions/commands/table'
import { textIn } from '../../../functions/contract/locale'
import { fieldName, fieldsOf } from '../../../functions/contract/text-fields'
import { listDownloads, type DownloadRow } from '../../../functions/database/download'
import { ConflictError, TooLargeError } from '../../../functions/errors'
import { formatDate } from '../../i18n/format'
import { LOCALES, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { callOf } from '../call'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { publishingTexts } from '../frame/texts'
import { textFieldsOf, textOf } from '../publishing/form'
import { MoveButtons } from '../publishing/move-buttons'
import { readPostedForm } from '../publishing/posted-file'

const ADDRESS = '/admin/downloads'
/** What an operator says about a document, in each language. */
const TEXTS = ['title*', 'category*'] as const
type Refusal = 'title' | 'file-type' | 'too-large' | 'no-file' | 'outdated'

/** `GET /admin/downloads`: the documents of the data page, withdrawn ones too. */
export async function downloadsPage(c: PageContext, refusal?: Refusal): Promise<Response> {
  const { env, locale } = c.var
  const t = publishingTexts(locale)
  const rows = await listDownloads(env.DB)
  return adminPage(
    c,
    {
      title: t('downloads.title'),
      lead: t('downloads.lead'),
      section: 'downloads',
      status: refusal === 'outdated' ? 409 : refusal ? 422 : 200,
    },
    <div className="stack">
      {refusal && <Notice look="danger">{t(`downloads.refused.${refusal}`)}</Notice>}
      <section className="panel stack" aria-labelledby="new-document">
        <h2 id="new-document">{t('downloads.new')}</h2>
        <form method="post" action={ADDRESS} encType="multipart/form-data" className="fields">
          <DocumentFields id="new" fileRequired />
          <button type="submit" name="action" value="add" className={buttonClass()}>
            {t('downloads.add')}
          </button>
        </form>
      </section>
      {rows.length === 0 ? (
        <p className="empty">{t('downloads.empty')}</p>
      ) : (
        <ul className="stack">
          {rows.map((row) => (
            <li key={row.download_id} className="panel">
              <Document row={row} locale={locale} />
            </li>
          ))}
        </ul>
      )}
    </div>,
  )
}

/** `POST /admin/downloads`: adds, changes, moves, withdraws a document, offers it again, or deletes it. */
export async function postDownloads(c: PageContext): Promise<Response> {
  const call = callOf(c)
  const { texts: form, file, refused } = await readPostedForm(c)
  const id = textOf(form, 'id')
  const action = textOf(form, 'action')
  try {
    switch (action) {
      case 'add':
      case 'change': {
        const fields = textFieldsOf(form, TEXTS.flatMap(fieldsOf))
        if (!downloadFields.safeParse(fields).success) return downloadsPage(c, 'title')
        if (refused) return downloadsPage(c, refused instanceof TooLargeError ? 'too-large' : 'file-type')
        if (action === 'add' && !file) return downloadsPage(c, 'no-file')
        const file_key = file && file.file_key
        if (file_key !== null && action === 'add') await commands['add-download'].perform(call, { file_key, ...fields })
        else {
          const version = Number(textOf(form, 'version'))
          await commands['change-download'].perform(call, { id, version, file_key, ...fields })
        }
        break
      }
      case 'up':
      case 'down':
        await commands['move-download'].perform(call, { id, up: action === 'up' })
        break
      case 'withdraw':
        await commands['withdraw-download'].perform(call, { id })
        break
      case 'publish-again':
        await commands['offer-download-again'].perform(call, { id })
        break
      case 'delete':
        await commands['delete-download'].perform(call, { id })
    }
  } catch (error) {
    if (error instanceof ConflictError) return downloadsPage(c, 'outdated')
    throw error
  }
  return seeOther(ADDRESS)
}

function DocumentFields({ id, row, fileRequired }: { id: string; row?: DownloadRow; fileRequired?: boolean }) {
  const { t } = useTranslation('publishing')
  const texts = TEXTS.flatMap((text) => LOCALES.map((lang) => [text, lang, fieldName(text, lang)] as const))
  return (
    <>
      {texts.map(([text, lang, name]) => (
        <TextField
          key={name}
          id={`${name}-${id}`}
          name={name}
          label={t(text === 'title*' ? `downloads.title-in.${lang}` : `downloads.category-in.${lang}`)}
          lang={lang}
          maxLength={200}
          defaultValue={row?.[text === 'title*' ? 'title' : 'category'][lang]}
        />
      ))}
      <div className="plain-field">
        <label htmlFor={`file-${id}`}>{t(row ? 'downloads.other-file' : 'downloads.file')}</label>
        <input id={`file-${id}`} type="file" name="file" required={fileRequired} />
      </div>
    </>
  )
}

function Document({ row, locale }: { row: DownloadRow; locale: Locale }) {
  const { t } = useTranslation('publishing')
  const title = textIn(row.title, locale)
  const withdrawn = row.withdrawn_at !== null
  return (
    <div className="stack">
      <p className="state-line">
        <strong>{title}</strong>
        <span className={`state state-${withdrawn ? 'withdrawn' : 'published'}`}>
          {t(withdrawn ? 'state.withdrawn' : 'state.published')}
        </span>
        <span className="muted">{row.file_name}</span>
        <time className="muted" dateTime={row.registered_at}>
          {formatDate(row.registered_at, locale)}
        </time>
      </p>
      <form method="post" action={ADDRESS} encType="multipart/form-data" className="stack">
        <input type="hidden" name="id" value={row.download_id} />
        <input type="hidden" name="version" value={row.version} />
        <details>
          <summary>{t('downloads.change')}</summary>
          <div className="fields">
            <DocumentFields id={row.download_id} row={row} />
            <button type="submit" name="action" value="change" className={buttonClass('outline')}>
              {t('downloads.save')}
            </button>
          </div>
        </details>
        <div className="row-actions">
          <MoveButtons title={title} />
          <button type="submit" name="action" value={withdrawn ? 'publish-again' : 'withdraw'}>
            {t(withdrawn ? 'publish-again' : 'withdraw')}
          </button>
          {withdrawn && (
            <button type="submit" name="action" value="delete">
              {t('downloads.delete')}
            </button>
          )}
        </div>
      </form>
    </div>
  )
}
