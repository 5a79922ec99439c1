import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import {
  chosenReceipts,
  doWithSeveral,
  SEVERAL_COMMANDS,
  type SeveralCommand,
} from '../../../functions/commands/inquiries/several'
import { shownAt } from '../../../functions/commands/inquiries/mark-and-destroy'
import { commands } from '../../../functions/commands/table'
import { inquiryFilters, type InquiryFilters } from '../../../functions/contract/inquiry-filters'
import type { ListRow } from '../../../functions/database/inquiry-search'
import { LOCALES, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { callOf } from '../command-call'
import { withQuery } from '../frame/addresses'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { textsIn } from '../frame/texts'
import { readTexts, textOf } from '../posted'
import { listAddress } from './address'
import { csvFile } from './csv-file'
import { InquiryTable } from './list-table'

/** What became of the chosen inquiries; `none` where none was chosen. */
export interface Outcome {
  command: SeveralCommand | 'none'
  done: number
  refused: number
  failed: number
}

const COMMANDS = [...SEVERAL_COMMANDS, 'none'] as const

/** What the address of the list says of the last command. */
export function outcomeOf({ command: name, done, refused, failed }: Record<string, string>): Outcome | null {
  const command = COMMANDS.find((one) => one === name)
  return command
    ? { command, done: Number(done) || 0, refused: Number(refused) || 0, failed: Number(failed) || 0 }
    : null
}

/** What has to be typed before several inquiries are destroyed: the word of either language. */
export const wordIn = (locale: Locale) => textsIn(locale, 'inbox')('several.destroy-word')
export const isWord = (typed: string) => LOCALES.map(wordIn).includes(typed.trim().toLowerCase())

/** When the page was read that a form is of. */
export const shownAtOf = (form: URLSearchParams): string | undefined => shownAt.safeParse(form.get('shownAt')).data

/** `POST /admin/inquiries` with `receipt` (several) and `action`: what is done with them, then the list. */
export async function postSeveral(c: PageContext): Promise<Response> {
  const filters = inquiryFilters.parse(c.req.query())
  const form = await readTexts(c)
  const { data: receipts } = chosenReceipts.safeParse(form.getAll('receipt'))
  const back = (outcome: Partial<Outcome>) => seeOther(withQuery(listAddress(filters), outcome))
  if (!receipts) return back({ command: 'none' })
  const action = textOf(form, 'action')
  if (action === 'export') return csvFile(callOf(c), c.var.locale, { receipts })
  const command = SEVERAL_COMMANDS.find((one) => one === action)
  if (!command) return back({ command: 'none' })
  if (command === 'destroy' && !isWord(textOf(form, 'word')))
    return questionPage(c, {
      filters,
      rows: await commands['list-chosen'].perform(callOf(c), { receipts }),
      shownAt: shownAtOf(form),
      isWrong: form.has('word'),
    })
  const { done, refused, failed } = await doWithSeveral(callOf(c), command, receipts, shownAtOf(form))
  return back({
    command,
    done: done.length,
    refused: refused.length,
    ...(failed.length > 0 && { failed: failed.length }),
  })
}

/** Around a list: its rows can be chosen, and what can be done with them stays in sight. */
export function Chosen({
  filters,
  shownAt,
  children,
}: {
  filters: InquiryFilters
  shownAt: string
  children: ReactNode
}) {
  const { t } = useTranslation('inbox')
  return (
    <form method="post" action={listAddress(filters)} className="chosen">
      <input type="hidden" name="shownAt" value={shownAt} />
      <p className="choose-all" data-choose-all="" hidden>
        <label className="check">
          <input type="checkbox" />
          {t('several.choose-all')}
        </label>
      </p>
      {children}
      <div className="chosen-bar" role="group" aria-label={t('several.bar')}>
        <span className="muted">{t('several.with')}</span>
        {(['processed', 'spam', 'export', 'destroy'] as const).map((action) => (
          <button key={action} type="submit" name="action" value={action} className={buttonClass('outline')}>
            {t(`several.act.${action}`)}
          </button>
        ))}
      </div>
    </form>
  )
}

/** Asks once more, with the inquiries that will be gone. */
function questionPage(c: PageContext, asked: Omit<QuestionProps, 'locale'>): Promise<Response> {
  const { rows, isWrong } = asked
  const { locale } = c.var
  const t = textsIn(locale, 'inbox')
  return adminPage(
    c,
    {
      title: rows.length === 1 ? t('destroy.title') : t('several.destroy-title', { n: rows.length }),
      section: 'inbox',
      ...(isWrong && { status: 422 }),
    },
    <Question {...asked} locale={locale} />,
  )
}

interface QuestionProps {
  filters: InquiryFilters
  rows: ListRow[]
  /** When the list was read from which they were chosen. */
  shownAt: string | undefined
  /** Whether a wrong word was typed. */
  isWrong: boolean
  locale: Locale
}

function Question({ filters, rows, shownAt, isWrong, locale }: QuestionProps) {
  const { t } = useTranslation('inbox')
  const word = wordIn(locale)
  return (
    <div className="stack">
      <p>
        {t('several.destroy-lead')} {t('destroy.copies')}
      </p>
      <p>{t('destroy.stays')}</p>
      <InquiryTable rows={rows} filters={filters} locale={locale} showBrand choose={false} />
      <form method="post" action={listAddress(filters)} className="panel form">
        {shownAt && <input type="hidden" name="shownAt" value={shownAt} />}
        {rows.map(({ receipt }) => (
          <input key={receipt} type="hidden" name="receipt" value={receipt} />
        ))}
        <TextField
          id="word"
          name="word"
          label={t('several.word', { word })}
          error={isWrong ? t('several.wrong-word', { word }) : undefined}
          autoComplete="off"
          autoCapitalize="none"
        />
        <div className="actions">
          <button type="submit" name="action" value="destroy" className="danger">
            {t('destroy.confirm')}
          </button>
          <a className={buttonClass('outline')} href={listAddress(filters)}>
            {t(rows.length === 1 ? 'destroy.cancel' : 'several.cancel')}
          </a>
        </div>
      </form>
    </div>
  )
}
