import type { Hono } from 'hono'
import { FullError } from '../../../functions/commands/inquiries/admit-reply'
import { AnsweredError, writeMail } from '../../../functions/commands/inquiries/answers'
import { CcError, checkedCc, typedAddresses } from '../../../functions/commands/inquiries/cc'
import { admittedId } from '../../../functions/conversation/quarantine'
import { isAnswerable } from '../../../functions/conversation/answer'
import { placeholdersIn } from '../../../functions/commands/saved-answers'
import { commands } from '../../../functions/commands/table'
import { inquiryFilters } from '../../../functions/contract/inquiry-filters'
import { ANSWER_TEXT_MAX } from '../../../functions/contract/conversation-limits'
import { messagesOf } from '../../../functions/database/message-row'
import {
  ConflictError,
  FileTypeError,
  InvalidBodyError,
  OtherContentsError,
  TooLargeError,
} from '../../../functions/errors'
import type { Inquiry } from '../../../functions/inquiries/read-inquiry'
import { forEachBrand } from '../access/admission'
import { callOf } from '../command-call'
import { withQuery } from '../frame/addresses'
import { addPosted, seeOther, type AdminPages, type PageContext } from '../frame/page'
import { readTexts, textOf } from '../posted'
import { inquiryAddress } from './address'
import { postReminder, showInquiryPage } from './inquiry-page'
import type { TypedAnswer } from '../answers/answer-form'
import type { TypedNote } from '../answers/conversation'
import { withLink, withSaved } from '../answers/choices'
import { readAnswerForm } from '../answers/posted-answer'
import { postSavedAnswers, savedAnswersPage } from '../answers/saved-answers-page'

/** The forms below an inquiry, and the saved answers. */
export function addAnswerPages(pages: Hono<AdminPages>): void {
  const addForm = (form: string, post: (c: PageContext) => Promise<Response>, part: string) =>
    addPosted(pages, `/admin/inquiries/:receipt/${form}`, post, (c) => `${addressOf(c)}#${part}`)
  addForm('answers', postAnswer, 'answer')
  addForm('again', postAgain, 'answer')
  addForm('admit', postAdmission, 'conversation')
  addForm('claim', (c) => post(c, 'claim'), 'claim')
  addForm('claim/end', (c) => post(c, 'end-claim'), 'claim')
  addForm('notes', postNote, 'answer')
  addForm('reminder', postReminder, 'reminder')
  pages.get('/admin/answers', forEachBrand, (c) => savedAnswersPage(c))
  pages.post('/admin/answers', forEachBrand, postSavedAnswers)
}

const addressOf = (c: PageContext) => inquiryAddress(c.req.param('receipt') ?? '', inquiryFilters.parse(c.req.query()))

/**
 * `POST /admin/inquiries/{receipt}/answers`: sends the answer, or shows the page again with what was typed: with a saved answer or a link
 * in it, with a preview, or with the reason why nothing was sent.
 */
async function postAnswer(c: PageContext): Promise<Response> {
  const { texts, files, isTooLarge } = await readAnswerForm(c)
  const receipt = c.req.param('receipt') ?? ''
  const action = textOf(texts, 'action')
  const composed: TypedAnswer = {
    text: textOf(texts, 'text').replace(/\r\n?/g, '\n'),
    cc: textOf(texts, 'cc'),
    documents: texts.getAll('documents'),
    hadFiles: isTooLarge || files.length > 0,
    preview: null,
    problem: null,
  }
  if (action !== '' && !action.startsWith('send')) return compose(c, action, composed, texts)
  if (composed.text.trim() === '') return showInquiryPage(c, { ...composed, problem: 'empty' }, 422)
  if (composed.text.length > ANSWER_TEXT_MAX) return showInquiryPage(c, { ...composed, problem: 'long' }, 422)
  if (isTooLarge) return showInquiryPage(c, { ...composed, problem: 'files' }, 422)
  const placeholders = placeholdersIn(composed.text)
  if (placeholders !== '' && placeholders !== textOf(texts, 'placeholders'))
    return showInquiryPage(c, { ...composed, placeholders, problem: 'placeholder' }, 422)
  try {
    const { text, documents } = composed
    const id = textOf(texts, 'id')
    await commands.answer.perform(callOf(c), {
      ...(id !== '' && { id }),
      receipt,
      text,
      cc: typedAddresses(composed.cc),
      seen: textOf(texts, 'seen') || null,
      processed: action === 'send-processed',
      files,
      documents,
      draft: textOf(texts, 'draft'),
    })
  } catch (error) {
    if (error instanceof OtherContentsError) return showInquiryPage(c, { ...composed, problem: 'sent' }, 422)
    if (error instanceof AnsweredError) return showInquiryPage(c, { ...composed, problem: 'conflict' }, 409)
    if (error instanceof ConflictError) return showInquiryPage(c, { ...composed, problem: 'state' }, 409)
    if (error instanceof CcError) return showInquiryPage(c, { ...composed, problem: 'cc', ccFault: error }, 422)
    if (error instanceof FileTypeError || error instanceof TooLargeError || error instanceof InvalidBodyError)
      return showInquiryPage(c, { ...composed, problem: 'files' }, 422)
    throw error
  }
  return seeOther(`${addressOf(c)}#conversation`)
}

/** Changes what was typed, or shows it as the visitor will see it. */
function compose(c: PageContext, action: string, composed: TypedAnswer, texts: URLSearchParams): Promise<Response> {
  const { env } = c.var
  const { text } = composed
  const change = async (inquiry: Inquiry): Promise<TypedAnswer> => {
    if (action === 'saved') return { ...composed, text: await withSaved(env, inquiry, textOf(texts, 'saved'), text) }
    if (action === 'link') return { ...composed, text: await withLink(env, inquiry, textOf(texts, 'link'), text) }
    if (action !== 'preview' || !isAnswerable(inquiry)) return composed
    try {
      checkedCc(env, { brandId: inquiry.brand, recipient: inquiry.fields.inquiry_mail }, typedAddresses(composed.cc))
    } catch (error) {
      if (!(error instanceof CcError)) throw error
      return { ...composed, problem: 'cc', ccFault: error }
    }
    return { ...composed, preview: writeMail(inquiry, await messagesOf(env.DB, inquiry.receipt), text, []) }
  }
  return showInquiryPage(c, change, 200)
}

async function post(c: PageContext, name: 'claim' | 'end-claim'): Promise<Response> {
  await commands[name].perform(callOf(c), { receipt: c.req.param('receipt') ?? '' }).catch(ignoreConflict)
  return seeOther(`${addressOf(c)}#claim`)
}

async function postNote(c: PageContext): Promise<Response> {
  const texts = await readTexts(c)
  const [id, text] = [textOf(texts, 'id'), textOf(texts, 'text')]
  const receipt = c.req.param('receipt') ?? ''
  try {
    if (text.trim() !== '')
      await commands.note.perform(callOf(c), {
        ...(id !== '' && { id }),
        receipt,
        text,
      })
  } catch (error) {
    const typed = (problem: TypedNote['problem'], status: 409 | 422) =>
      showInquiryPage(c, null, status, { text, problem })
    if (error instanceof ConflictError) return typed('state', 409)
    if (error instanceof OtherContentsError) return typed('sent', 422)
    if (error instanceof InvalidBodyError) return typed('long', 422)
    throw error
  }
  return seeOther(`${addressOf(c)}#conversation`)
}

async function postAgain(c: PageContext): Promise<Response> {
  const texts = await readTexts(c)
  const [id, to, cc] = [textOf(texts, 'id'), textOf(texts, 'to').trim(), textOf(texts, 'cc').trim()]
  try {
    await commands['answer-again'].perform(callOf(c), {
      receipt: c.req.param('receipt') ?? '',
      id,
      ...(to !== '' && { to }),
      cc: typedAddresses(cc),
    })
  } catch (error) {
    const problem = problemOfAgain(error)
    if (problem === null) throw error
    const again = { id, to, cc, ...(error instanceof CcError && { ccFault: error }) }
    return showInquiryPage(c, { again, problem }, problem === 'state' ? 409 : 422)
  }
  return seeOther(`${addressOf(c)}#entry-${id}`)
}

function problemOfAgain(error: unknown): 'cc' | 'address' | 'state' | null {
  if (error instanceof CcError) return 'cc'
  if (error instanceof InvalidBodyError) return 'address'
  return error instanceof ConflictError ? 'state' : null
}

/** `POST /admin/inquiries/{receipt}/admit`: puts a quarantined reply into the conversation. */
async function postAdmission(c: PageContext): Promise<Response> {
  const id = textOf(await readTexts(c), 'id')
  const address = addressOf(c)
  const receipt = c.req.param('receipt') ?? ''
  try {
    await commands['admit-reply'].perform(callOf(c), { receipt, id })
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    return seeOther(withQuery(address, { refused: error instanceof FullError ? 'full' : '' }))
  }
  return seeOther(`${address}#entry-${admittedId(receipt, id)}`)
}

/** The page shows how the inquiry is now. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof ConflictError)) throw error
}
