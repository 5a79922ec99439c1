import type { ShownInquiry } from '../../../functions/commands/inquiries/reading'
import { commands } from '../../../functions/commands/table'
import { inquiryFilters, type InquiryFilters } from '../../../functions/contract/inquiry-filters'
import { ConflictError, InvalidBodyError, TooLateError } from '../../../functions/errors'
import type { Inquiry } from '../../../functions/inquiries/read-inquiry'
import { fileResponse } from '../../../functions/inquiries/files'
import { callOf } from '../command-call'
import { withQuery } from '../frame/addresses'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { textsIn } from '../frame/texts'
import { readTexts, textOf } from '../posted'
import { inquiryAddress, listAddress } from './address'
import { DestroyView } from './destroy-view'
import type { Composed, TypedAnswer } from '../answers/answer-form'
import type { TypedNote } from '../answers/conversation'
import { choicesFor } from '../answers/choices'
import { missingForMail } from '../../../functions/mail/select-transport'
import { InquiryView, refusalOf } from './inquiry-view'
import { shownAtOf } from './several'

/** `GET /admin/inquiries/{receipt}`: one inquiry with everything that is known of it. */
export const inquiryPage = (c: PageContext): Promise<Response> => showInquiryPage(c, null, 200)

/**
 * The same page after a form below it.
 * @param typed what was typed and not sent, or how it is made from the inquiry
 * @param note what was typed and not added
 */
export async function showInquiryPage(
  c: PageContext,
  typed: Composed | null | ((inquiry: Inquiry) => Promise<TypedAnswer>),
  status: 200 | 409 | 422,
  note: TypedNote | null = null,
): Promise<Response> {
  const { shown, filters } = await readShown(c)
  const { locale, env, actor } = c.var
  const composed = typeof typed === 'function' ? await typed(shown.inquiry) : typed
  const conversation = {
    shown,
    locale,
    actor,
    composed,
    note,
    address: inquiryAddress(shown.inquiry.receipt, filters),
    choices: await choicesFor(env, shown.inquiry),
    isOff: missingForMail(env) !== null,
  }
  const refused = c.req.query('refused')
  const t = textsIn(locale, ['inbox', 'answers', 'admin'])
  const told = composed?.problem
    ? t(`answers:problem.${composed.problem}`, { found: 'text' in composed ? composed.placeholders : '' })
    : refused === undefined
      ? t(`admin:state.${shown.inquiry.state}`)
      : t(refusalOf(refused))
  return adminPage(
    c,
    { title: shown.inquiry.fields?.subject ?? shown.inquiry.receipt, told, section: 'inbox', status },
    <InquiryView {...{ shown, filters, locale, refused, conversation }} refusedDay={c.req.query('on')} />,
  )
}

async function readShown(c: PageContext): Promise<{ shown: ShownInquiry; filters: InquiryFilters }> {
  const filters = inquiryFilters.parse(c.req.query())
  const receipt = c.req.param('receipt') ?? ''
  return { shown: await commands.show.perform(callOf(c), { ...filters, receipt }), filters }
}

const COMMANDS = ['send-again', 'mark-processed', 'mark-spam', 'undo-processed', 'destroy'] as const

/** `POST /admin/inquiries/{receipt}` with the field `action`, then the page that shows the result. */
export async function postInquiryAction(c: PageContext): Promise<Response> {
  const receipt = c.req.param('receipt') ?? ''
  const filters = inquiryFilters.parse(c.req.query())
  const form = await readTexts(c)
  const name = COMMANDS.find((command) => command === textOf(form, 'action'))
  const address = inquiryAddress(receipt, filters)
  if (!name) return seeOther(address)
  try {
    await commands[name].perform(callOf(c), { receipt, shownAt: shownAtOf(form) })
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    return seeOther(withQuery(address, { refused: error instanceof TooLateError ? 'late' : '' }))
  }
  return seeOther(name === 'destroy' ? listAddress(filters) : address)
}

/** `POST /admin/inquiries/{receipt}/reminder` with the day in `on`; without one it waits at once. */
export async function postReminder(c: PageContext): Promise<Response> {
  const receipt = c.req.param('receipt') ?? ''
  const form = await readTexts(c)
  const on = textOf(form, 'on')
  const address = inquiryAddress(receipt, inquiryFilters.parse(c.req.query()))
  try {
    await commands.remind.performFromClient(callOf(c), { receipt, on: on === '' ? null : on, shownAt: shownAtOf(form) })
  } catch (error) {
    if (error instanceof InvalidBodyError) return seeOther(withQuery(address, { refused: 'day', on }))
    if (error instanceof ConflictError) return seeOther(withQuery(address, { refused: '' }))
    throw error
  }
  return seeOther(`${address}#reminder`)
}

/** `GET /admin/inquiries/{receipt}/files/{key}`: a file, always as an attachment. */
export async function inquiryFile(c: PageContext): Promise<Response> {
  const { receipt = '', key = '' } = c.req.param()
  return fileResponse(await commands.download.perform(callOf(c), { receipt, key }))
}

/** `GET /admin/inquiries/{receipt}/previews/{key}`: a picture for its page. */
export async function inquiryPreview(c: PageContext): Promise<Response> {
  const { receipt = '', key = '' } = c.req.param()
  return fileResponse(await commands['preview-file'].perform(callOf(c), { receipt, key }))
}

/** `GET /admin/inquiries/{receipt}/destroy`: asks once, and says what will be gone. */
export async function destroyPage(c: PageContext): Promise<Response> {
  const { shown, filters } = await readShown(c)
  const t = textsIn(c.var.locale, 'inbox')
  return adminPage(c, { title: t('destroy.title'), section: 'inbox' }, <DestroyView shown={shown} filters={filters} />)
}
