import { useTranslation } from '../../i18n/use-translation'
import { brandIdOfLabel } from '../../../functions/brand/hosts'
import { downloadFields } from '../../../functions/publishing/downloads'
import { commands } from '../../../functions/commands/table'
import { downloadFieldsOf } from '../../../functions/contract/download'
import { ALL_BRANDS, labelOf, type Scope } from '../../../functions/contract/scope'
import { textIn } from '../../../functions/contract/languages'
import { readUsableFile } from '../../../functions/database/content-file'
import { listDownloads, type DownloadFields, type DownloadRow } from '../../../functions/database/download'
import { ConflictError, TooLargeError } from '../../../functions/errors'
import { formatDate } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { callOf } from '../command-call'
import { withQuery } from '../frame/addresses'
import { brandName } from '../frame/brand-name'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { Question } from '../frame/question'
import { textsIn } from '../frame/texts'
import { textOf } from '../posted'
import { MoveButtons } from '../publishing/move-buttons'
import { readPostedForm } from '../publishing/posted-file'
import { categoriesOf, DocumentFields, postedDocument } from './document-fields'

const ADDRESS = '/admin/downloads'

/** What the last button did, by its name. A change of a public document is published at once. */
const DONE = {
  add: 'message.published',
  'add-draft': 'message.saved',
  change: 'message.saved',
  publish: 'message.published',
  withdraw: 'message.withdrawn',
  delete: 'downloads.deleted',
} as const
type Done = keyof typeof DONE
const doneOf = (name: string | undefined): Done | undefined => (Object.keys(DONE) as Done[]).find((one) => one === name)

/** A form that was not taken, with what it said, so that nobody types it again. */
interface Refused {
  reason: 'title' | 'file-type' | 'too-large' | 'no-file' | 'outdated'
  /** Of the document; null for a new one. */
  id: string | null
  fields: DownloadFields
  kept: { file_key: string; file_name: string } | null
}

/** `GET /admin/downloads`: the documents of the data page, drafts and withdrawn ones too. */
export async function downloadsPage(c: PageContext, refused?: Refused): Promise<Response> {
  const { env, locale } = c.var
  const t = textsIn(locale, 'publishing')
  const rows = await listDownloads(env.DB, c.var.scope)
  const categories = categoriesOf(rows)
  const done = refused ? undefined : doneOf(c.req.query('done'))
  const about = c.req.query('id')
  const ofNew = refused && !rows.some(({ download_id }) => download_id === refused.id) ? refused : undefined
  // What was typed for a document that somebody else has deleted can be added as a new one.
  const isGone = ofNew?.reason === 'outdated'
  const status = refused?.reason === 'outdated' ? 409 : refused ? 422 : 200
  const told = refused ? t(`downloads.refused.${isGone ? 'gone' : refused.reason}`) : done && t(DONE[done])
  return adminPage(
    c,
    { title: t('downloads.title'), told, lead: t('downloads.lead'), section: 'downloads', status },
    <div className="stack">
      {refused && <Notice look="danger">{told}</Notice>}
      {done === 'delete' && <Notice look="success">{told}</Notice>}
      <section className="panel stack" aria-labelledby="new-document">
        <h2 id="new-document">{t('downloads.new')}</h2>
        <form method="post" action={ADDRESS} encType="multipart/form-data" className="stack">
          <input type="hidden" name="id" value={crypto.randomUUID()} />
          <DocumentFields
            id="new"
            values={ofNew?.fields ?? {}}
            kept={ofNew?.kept ?? null}
            hasFile={false}
            {...{ categories, locale }}
          />
          <div className="row-actions">
            <button type="submit" name="action" value="add" className={buttonClass()}>
              {t('publish-now')}
            </button>
            <button type="submit" name="action" value="add-draft" className={buttonClass('outline')}>
              {t('save')}
            </button>
          </div>
        </form>
      </section>
      {rows.length === 0 ? (
        <p className="empty">{t('downloads.empty')}</p>
      ) : (
        <ul className="stack">
          {rows.map((row) => (
            <li key={row.download_id} className="panel">
              <Document
                row={row}
                scope={c.var.scope}
                refused={refused?.id === row.download_id ? refused : undefined}
                done={about === row.download_id ? done : undefined}
                {...{ categories, locale }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>,
  )
}

/** `POST /admin/downloads`: adds, changes, moves, publishes, withdraws or deletes a document. */
export async function postDownloads(c: PageContext): Promise<Response> {
  const call = callOf(c)
  const { texts: form, file, refused } = await readPostedForm(c)
  let id = textOf(form, 'id')
  const action = textOf(form, 'action')
  switch (action) {
    case 'add':
    case 'add-draft':
    case 'change': {
      const fields = postedDocument(form)
      const chosen = file ?? (await readUsableFile(c.var.env.DB, c.var.scope, textOf(form, 'kept')))
      const isNew = action !== 'change'
      const not = (reason: Refused['reason']) =>
        downloadsPage(c, { reason, id: isNew && reason !== 'outdated' ? null : id, fields, kept: chosen })
      if (refused) return not(refused instanceof TooLargeError ? 'too-large' : 'file-type')
      const body = downloadFieldsOf(fields)
      if (!downloadFields.safeParse(body).success) return not('title')
      const file_key = chosen && chosen.file_key
      try {
        if (!isNew) {
          const version = Number(textOf(form, 'version'))
          await commands['change-download'].perform(call, { id, version, file_key, ...body })
        } else if (file_key === null) return not('no-file')
        else {
          const own = id === '' ? {} : { id }
          id = await commands['add-download'].perform(call, {
            ...own,
            file_key,
            draft: action === 'add-draft',
            ...body,
          })
        }
      } catch (error) {
        if (error instanceof ConflictError) return not('outdated')
        throw error
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
    case 'publish':
      await commands['offer-download'].perform(call, { id })
      break
    case 'delete':
      await commands['delete-download'].perform(call, { id })
  }
  const done = doneOf(action)
  const told = done ? withQuery(ADDRESS, { done, id }) : ADDRESS
  // The place of the document that it is about.
  return seeOther(action === 'delete' ? told : `${told}#document-${id}`)
}

interface DocumentProps {
  row: DownloadRow
  scope: Scope
  refused: Refused | undefined
  /** What was just done with it. */
  done: Done | undefined
  categories: ReturnType<typeof categoriesOf>
  locale: Locale
}

function Document({ row, scope, refused, done, categories, locale }: DocumentProps) {
  const { t } = useTranslation('publishing')
  const title = textIn(row.title, locale)
  const isPublic = row.withdrawn_at === null
  const isOwn = (labelOf(scope) ?? row.white_label) === row.white_label
  const brandId = brandIdOfLabel(row.white_label)
  const state = isPublic ? 'published' : row.published_at === null ? 'draft' : 'withdrawn'
  return (
    <div className="stack" id={`document-${row.download_id}`}>
      <p className="state-line">
        <strong>{title}</strong>
        <span className={`mark ${state}`}>{t(`state.${state}`)}</span>
        {scope === ALL_BRANDS && brandId !== null && <span className="mark">{brandName(brandId, locale)}</span>}
        {!isOwn && <span className="mark">{t('read-only')}</span>}
        <span className="muted">{row.file_name}</span>
        <time className="muted" dateTime={row.registered_at}>
          {formatDate(row.registered_at, locale)}
        </time>
      </p>
      {done && <Notice look="success">{t(done === 'change' && isPublic ? 'message.published' : DONE[done])}</Notice>}
      {isOwn && (
        <form method="post" action={ADDRESS} encType="multipart/form-data" className="stack">
          <input type="hidden" name="id" value={row.download_id} />
          <input type="hidden" name="version" value={row.version} />
          <details open={refused !== undefined}>
            <summary>{t('downloads.change')}</summary>
            <div className="stack">
              <DocumentFields
                id={row.download_id}
                values={refused?.fields ?? row}
                kept={refused?.kept ?? null}
                hasFile
                {...{ categories, locale }}
              />
              <button type="submit" name="action" value="change" className={buttonClass('outline')}>
                {t(isPublic ? 'downloads.save-public' : 'downloads.save')}
              </button>
            </div>
          </details>
          <div className="row-actions">
            <MoveButtons title={title} />
            {isPublic ? (
              <button type="submit" name="action" value="withdraw">
                {t('withdraw')}
              </button>
            ) : (
              <button type="submit" name="action" value="publish">
                {t(state === 'draft' ? 'publish-now' : 'publish-again')}
              </button>
            )}
            {!isPublic && (
              <Question name={t('downloads.delete')} text={t('downloads.delete-text')}>
                <button type="submit" name="action" value="delete" className="danger">
                  {t('downloads.delete-confirm')}
                </button>
              </Question>
            )}
          </div>
        </form>
      )}
    </div>
  )
}
