import { z } from 'zod'
import type { InquiryCount, InquiryPage, ListRow } from '../../functions/database/inquiry-search'
import { LOGGED_ACTIONS, type LogEntry } from '../../functions/database/admin-log'
import type { ContentFile } from '../../functions/publishing/content-files'
import { entryBody } from '../../functions/publishing/fields'
import { downloadFields } from '../../functions/publishing/downloads'
import type { SeveralOutcome } from '../../functions/commands/inquiries/several'
import { savedAnswerFields } from '../../functions/commands/saved-answers'
import type { ShownInquiry, ShownList } from '../../functions/commands/inquiries/reading'
import { BOARD_NAMES, BOARDS } from '../../functions/contract/board'
import { ANSWER_STATES, REPLY_STATES } from '../../functions/contract/conversation'
import { inquiryFilters, inquirySelection } from '../../functions/contract/inquiry-filters'
import { eachField as eachInquiryField } from '../../functions/contract/inquiry-fields'
import { LANGUAGES, LOCALES } from '../../functions/contract/languages'
import { MAIL_KINDS, type MailKind } from '../../functions/contract/mail-kinds'
import { announcementShape, reasonFields } from '../../functions/contract/maintenance'
import type { Operation } from '../../functions/contract/openapi'
import { RECORD_STATES } from '../../functions/contract/possible-deeds'
import { CATEGORY_NAME, eachField } from '../../functions/contract/text-fields'
import type { SavedAnswerRow } from '../../functions/database/saved-answer'
import { logQuery } from './log/log-query'
import type { WhatWaits } from './overview/what-waits'
import { entryAction, listQuery } from './publishing/api'
import { againBody, answerBody, changeBody, draftBody, severalBody, shownQuery, textBody } from './request-bodies'

/* The calls of the operator's API (docs/contract.md#9), as /api/admin/openapi.json says them. */

const time = z.iso.datetime()
const basis = z.string()
const state = z.enum(RECORD_STATES)
const kind = z.enum(['sales', 'partnership'])
const texts = z.object(Object.fromEntries(LOCALES.map((locale) => [locale, z.string()])))

const listRow = z.object({
  receipt: z.string(),
  accepted_at: time,
  delivered_at: time.nullable(),
  state,
  kind: kind.nullable(),
  brand: z.string(),
  company_name: z.string().nullable(),
  user_name: z.string().nullable(),
  inquiry_mail: z.string().nullable(),
  subject: z.string().nullable(),
  spam: z.union([z.literal(0), z.literal(1)]),
}) satisfies z.ZodType<ListRow>
const count = z.object({
  state,
  kind: z.union([kind, z.literal('')]),
  brand: z.string(),
  n: z.int(),
}) satisfies z.ZodType<InquiryCount>
const page = { rows: z.array(listRow), page: z.int(), more: z.boolean() }
z.object(page) satisfies z.ZodType<InquiryPage>
const list = z.object({
  ...page,
  counts: z.array(count),
  found: z.int().nullable(),
  shownAt: time,
}) satisfies z.ZodType<ShownList>

const logEntry = z.object({
  id: z.int(),
  at: time,
  actor: z.string(),
  action: z.enum(LOGGED_ACTIONS),
  subject: z.string(),
  brand_id: z.string().nullable(),
}) satisfies z.ZodType<LogEntry>
const mailKind = z.enum(Object.keys(MAIL_KINDS) as [MailKind, ...MailKind[]])
const mail = { at: time, kind: mailKind, answer: z.string().nullable() }
const mailState = z.enum(['waiting', 'handed-over', 'refused'])

const file = z.object({ key: z.string(), name: z.string(), size: z.int().nullable(), staged: z.boolean() })
const threadEntry = z.object({
  id: z.string(),
  kind: z.enum(['inquiry', 'answer', 'reply', 'note']),
  at: time,
  by: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  files: z.array(z.object({ key: z.string(), name: z.string(), type: z.string(), size: z.int() })),
  leftOut: z.array(z.object({ name: z.string(), fault: z.string() })),
  state: z.enum([...ANSWER_STATES, ...REPLY_STATES]).nullable(),
  detail: z.string().nullable(),
  recipient: z.string().nullable(),
})
const inquiry = z.object({
  receipt: z.string(),
  state,
  kind,
  brand: z.string(),
  acceptedAt: time,
  deliveredAt: time.nullable(),
  answeredAt: time.nullable(),
  processedAt: time.nullable(),
  destroyAt: time.nullable(),
  destroyedAt: time.nullable(),
  fields: z.object(eachInquiryField(() => z.string())).nullable(),
  privacyVersion: z.string().nullable(),
  processedMonths: z.int(),
  locale: z.string().nullable(),
  receivedHere: z.boolean(),
  whiteLabel: z.string(),
  spamSignals: z.array(z.enum(['too-fast', 'honeypot', 'unproven', 'unchecked', 'marked'])),
  lastFailure: z.string().nullable(),
  attempts: z.int(),
})
const one = z.object({
  shownAt: time,
  inquiry,
  possible: z.object({
    sendAgain: z.boolean(),
    markProcessed: z.boolean(),
    undo: z.boolean(),
    destroy: z.boolean(),
  }),
  answerable: z.boolean(),
  thread: z.array(threadEntry),
  claim: z.object({ author: z.string(), since: time }).nullable(),
  draft: z.object({ text: z.string(), saved_at: time }).nullable(),
  files: z.array(file).optional(),
  history: z
    .array(
      z.object({
        at: time,
        event: z.string(),
        detail: z.string().nullable(),
        mail: z.object({ kind: mailKind, state: mailState }).optional(),
      }),
    )
    .optional(),
  log: z.array(logEntry),
  earlier: z.array(listRow),
  newer: z.string().nullable(),
  older: z.string().nullable(),
})
one.omit({ inquiry: true, thread: true }) satisfies z.ZodType<
  Omit<ShownInquiry, 'inquiry' | 'thread' | 'files' | 'history'> & Partial<Pick<ShownInquiry, 'files' | 'history'>>
>

const waiting = z.object({ n: z.int(), oldest: time.nullable() })
const overview = z.object({
  remote: z.boolean(),
  pausedSince: time.nullable().optional(),
  waiting: z.object({ new: waiting, queued: waiting, undelivered: waiting }).optional(),
  failures: z.object({ queued: z.string().nullable(), undelivered: z.string().nullable() }).optional(),
  maintenance: z
    .union([
      z.object({ maintenance: z.object({ start: z.string(), hours: z.number(), reason: texts }) }),
      z.object({ unreadable: z.string() }),
    ])
    .nullable()
    .optional(),
  nextPublication: z
    .object({ at: time, board: z.enum(BOARD_NAMES) })
    .nullable()
    .optional(),
  nextDestruction: time.nullable().optional(),
  unmarked: z.object({ n: z.int(), firstEnd: time.nullable() }).optional(),
  mail: z
    .object({
      off: z.enum(['MAIL_FROM', 'MAIL']).nullable(),
      waiting: z.int(),
      refused: z.int(),
      last: z.object({ ...mail, state: mailState }).nullable(),
      givenUp: z.array(z.object({ ...mail, receipt: z.string().nullable() })),
    })
    .optional(),
  failedAnswers: z
    .array(
      z.object({ receipt: z.string(), at: time, detail: z.string().nullable(), state: z.enum(['bounced', 'refused']) }),
    )
    .optional(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string().optional() })),
})
overview.omit({ maintenance: true }) satisfies z.ZodType<
  Partial<Omit<WhatWaits, 'maintenance'>> & Pick<WhatWaits, 'remote' | 'checks'>
>

const announcement = z.object({ start: z.string(), hours: z.number(), ...reasonFields(() => z.string()) })
const savedAnswer = z.object({
  ...eachField('text*', () => z.string()),
  id: z.string(),
  title: z.string(),
  brand_id: z.string().nullable(),
  changed_at: time,
  changed_by: z.string(),
  version: z.int(),
}) satisfies z.ZodType<SavedAnswerRow>

const subjects = eachField('subject*', () => z.string())
const row = {
  board_uuid: z.string(),
  // Another language is missing where an entry holds both in one text.
  ...eachField('subject*', (locale) => (LANGUAGES[locale].field === '' ? z.string() : z.string().optional())),
  ...eachField(CATEGORY_NAME, () => z.string()),
  create_date: time.nullable(),
  update_date: time.nullable(),
  is_priority: z.boolean(),
  sub_category_id: z.string(),
  white_label: z.string().nullable(),
  state: z.enum(['draft', 'scheduled', 'published', 'withdrawn']),
  own: z.boolean(),
  has_draft: z.boolean(),
  published_at: time.nullable(),
  withdrawn_at: time.nullable(),
  saved_at: time.nullable(),
  saved_by: z.string().nullable(),
}
const board = z.enum(BOARD_NAMES)
const entry = z.object({
  ...row,
  board,
  fields: z.object({
    sub_category_id: z.string(),
    ...subjects,
    ...eachField('contents*', () => z.string()),
    is_priority: z.boolean(),
    white_label: z.string().nullable(),
  }),
  versions: z.array(z.object({ version: z.int(), made_at: time, made_by: z.string(), ...subjects })),
  basis,
})
const entries = z.object({ entries: z.array(z.object(row)), page: z.int(), pages: z.int(), total: z.int() })
const names = eachField(CATEGORY_NAME, () => z.string())
const category = z.object({ sub_category_id: z.string(), ...names, board, entries: z.int() })
const download = z.object({
  download_id: z.string(),
  file_key: z.string(),
  file_name: z.string(),
  media_type: z.string(),
  size: z.int(),
  ...eachField('title*', () => z.string()),
  ...eachField('category*', () => z.string()),
  registered_at: time,
  withdrawn_at: time.nullable(),
  white_label: z.string().nullable(),
  published_at: time.nullable(),
  version: z.int(),
})
const contentFile = z.object({
  file_key: z.string(),
  file_name: z.string(),
  media_type: z.string(),
  size: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  address: z.string(),
}) satisfies z.ZodType<ContentFile>

const answers = (status: number, says: string, data: z.ZodType): Operation['answers'] => ({
  [status]: { says, content: z.object({ data }) },
})
const DONE = answers(200, 'It is done', z.object({ result: z.literal('done') }))
const NOTHING = answers(200, 'It is done', z.null())
const EMPTY: Operation['answers'] = { 204: { says: 'It is done' } }
const bytes = (says: string, type = '*/*'): Operation['answers'] => ({ 200: { says, content: { type } } })

const call = (
  method: Operation['method'],
  path: string,
  says: string,
  given: Operation['answers'],
  asked: Pick<Operation, 'query' | 'body'> = {},
): Operation => ({ method, path: `/api/admin${path}`, says, answers: given, ...asked })

const ONE = '/inquiries/{receipt}'
const entryBase = entryBody.extend({ basis: basis.optional() })

/** The calls of a board. */
const callsOfBoard = (path: string): Operation[] => [
  call('get', path, 'Entries in all states', answers(200, 'A page of them', entries), { query: listQuery.shape }),
  call(
    'post',
    path,
    'Begins an entry',
    answers(201, 'Its id, and the basis of the next call', z.object({ board_uuid: z.string(), basis })),
    { body: entryBase },
  ),
  call('get', `${path}/{id}`, 'An entry with its text', answers(200, 'The entry', entry)),
  call('patch', `${path}/{id}`, 'Saves its text', answers(200, 'The basis of the next call', z.object({ basis })), {
    body: entryBase,
  }),
  call(
    'post',
    `${path}/{id}`,
    'Publishes, withdraws, moves, previews it, brings a version back or discards its draft',
    {
      ...answers(200, 'The entry, or the address of its preview', z.union([entry, z.object({ address: z.string() })])),
      204: { says: 'The draft is discarded' },
    },
    { body: entryAction },
  ),
]

export const ADMIN_API: readonly Operation[] = [
  call('get', '', 'What waits', answers(200, 'What is not known at the moment is missing', overview)),
  call('get', '/openapi.json', 'This document', {
    200: { says: 'This document', content: z.looseObject({ openapi: z.string() }) },
  }),
  call('delete', '/pause', 'Ends the pause of a restored site', NOTHING),
  call('get', '/inquiries', 'Inquiries, newest first', answers(200, 'A page of them', list), {
    query: inquiryFilters.shape,
  }),
  call('get', '/inquiries.csv', 'The same as a file', bytes('The file', 'text/csv'), { query: inquirySelection.shape }),
  call(
    'post',
    '/inquiries',
    'Marks or destroys several',
    answers(
      200,
      'What became of each',
      z.object({
        done: z.array(z.string()),
        refused: z.array(z.string()),
        failed: z.array(z.string()),
      }) satisfies z.ZodType<SeveralOutcome>,
    ),
    { body: severalBody },
  ),
  call(
    'get',
    '/arrivals',
    'How many were accepted since',
    answers(200, 'Their number', z.object({ n: z.int(), more: z.boolean() })),
    { query: { since: z.int().optional() } },
  ),
  call('get', ONE, 'An inquiry with everything that is known', answers(200, 'The inquiry', one), {
    query: inquirySelection.shape,
  }),
  call('get', `${ONE}/files/{key}`, 'A file of it', bytes('The file, as an attachment')),
  call('patch', ONE, 'Marks it as processed, or takes the mark back', DONE, { body: changeBody }),
  call('delete', ONE, 'Destroys its contents and files', DONE, { query: shownQuery.shape }),
  call('post', `${ONE}/send`, 'Sends it again', DONE),
  call(
    'post',
    `${ONE}/answers`,
    'Answers the visitor',
    answers(202, 'The answer waits', z.object({ id: z.string(), state: z.literal('waiting') })),
    { body: answerBody },
  ),
  call(
    'post',
    `${ONE}/answers/{id}/again`,
    'Sends an answer again',
    answers(202, 'The answer waits', z.object({ id: z.string(), state: z.literal('waiting') })),
    { body: againBody },
  ),
  call('post', `${ONE}/draft`, 'Keeps what is typed', NOTHING, { body: draftBody }),
  call('post', `${ONE}/claim`, 'Says who sees to it', DONE),
  call('post', `${ONE}/claim/end`, 'Ends that', DONE),
  call('post', `${ONE}/notes`, 'Adds a note for colleagues', answers(201, 'Its id', z.object({ id: z.string() })), {
    body: textBody,
  }),
  call('get', '/answers', 'Saved answers', answers(200, 'All of them', z.array(savedAnswer))),
  call('post', '/answers', 'Adds a saved answer', answers(201, 'Its id', z.object({ id: z.string() })), {
    body: savedAnswerFields,
  }),
  call('patch', '/answers/{id}', 'Changes a saved answer', NOTHING, {
    body: savedAnswerFields.safeExtend({ version: z.number() }),
  }),
  call('delete', '/answers/{id}', 'Deletes a saved answer', NOTHING),
  call(
    'get',
    '/maintenance',
    'The maintenance that is announced',
    answers(
      200,
      'Null where there is none',
      z.union([z.object({ maintenance: announcement }), z.object({ unreadable: z.string() })]).nullable(),
    ),
  ),
  call(
    'post',
    '/maintenance',
    'Announces a maintenance',
    answers(200, 'What is announced', z.object({ maintenance: announcement })),
    { body: z.object(announcementShape) },
  ),
  call('delete', '/maintenance', 'Ends it', NOTHING),
  call(
    'get',
    '/log',
    'Who did what',
    answers(200, 'A page, and the next `before`', z.object({ entries: z.array(logEntry), next: z.int().nullable() })),
    { query: logQuery.shape },
  ),
  ...BOARD_NAMES.flatMap((name) => callsOfBoard(`/${BOARDS[name].section}`)),
  call('get', '/categories', 'The sub-categories of both boards', answers(200, 'All of them', z.array(category))),
  call(
    'post',
    '/categories',
    'Adds a sub-category',
    answers(201, 'Its id', z.object({ sub_category_id: z.string() })),
    { body: z.object({ board, ...names }) },
  ),
  call('patch', '/categories/{id}', 'Renames it', EMPTY, { body: z.object(names) }),
  call('post', '/categories/{id}', 'Moves it, or merges it into another one', EMPTY, {
    body: z.union([z.object({ into: z.string() }), z.object({ up: z.boolean() })]),
  }),
  call('delete', '/categories/{id}', 'Removes an empty one', EMPTY),
  call('get', '/downloads', 'The documents of the data page', answers(200, 'All of them', z.array(download))),
  call('post', '/downloads', 'Adds a document', answers(201, 'Its id', z.object({ download_id: z.string() })), {
    body: downloadFields.safeExtend({ file_key: z.uuid(), draft: z.boolean().optional() }),
  }),
  call('patch', '/downloads/{id}', 'Changes it', EMPTY, {
    body: downloadFields.safeExtend({ version: z.int(), file_key: z.uuid().nullable().optional() }),
  }),
  call('post', '/downloads/{id}', 'Moves, withdraws or publishes it', EMPTY, {
    body: z.union([
      z.object({ up: z.boolean() }),
      z.object({ action: z.enum(['withdraw', 'publish', 'publish-again']) }),
    ]),
  }),
  call('delete', '/downloads/{id}', 'Deletes one that is not public', EMPTY),
  call('post', '/files', 'Keeps a file', answers(201, 'The file', contentFile), {
    body: { type: 'multipart/form-data', schema: z.object({ file: z.file() }) },
  }),
  call('post', '/markdown', 'The HTML of a text', answers(200, 'Its HTML', z.object({ html: z.string() })), {
    body: z.object({ source: z.string() }),
  }),
]
