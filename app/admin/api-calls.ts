import { z } from 'zod'
import { entryBody } from '../../functions/publishing/fields'
import { downloadFields } from '../../functions/publishing/downloads'
import type { SeveralOutcome } from '../../functions/commands/inquiries/several'
import { savedAnswerFields } from '../../functions/commands/saved-answers'
import { BOARD_NAMES, BOARDS } from '../../functions/contract/board'
import { inquiryFilters, inquirySelection } from '../../functions/contract/inquiry-filters'
import { announcementShape } from '../../functions/contract/maintenance'
import type { Operation } from '../../functions/contract/openapi'
import { logQuery } from './log/log-query'
import { entryAction } from './publishing/api'
import { entriesQuery } from './publishing/entries-query'
import {
  againBody,
  answerBody,
  categoryAction,
  changeBody,
  downloadAction,
  draftBody,
  markdownBody,
  reminderBody,
  severalBody,
  shownQuery,
  textBody,
} from './request-bodies'
import {
  basis,
  list,
  logEntry,
  one,
  overview,
  announcement,
  savedAnswer,
  board,
  entry,
  entries,
  names,
  category,
  download,
  contentFile,
} from './api-answers'

/* The calls of the operator's API (docs/contract.md#9), as /api/admin/openapi.json says them. */

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
  call('get', path, 'Entries in all states', answers(200, 'A page of them', entries), { query: entriesQuery.shape }),
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
  call('post', `${ONE}/reminder`, 'Puts it off to a day, or has it wait at once', DONE, { body: reminderBody }),
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
  call(
    'post',
    `${ONE}/replies/{id}/admit`,
    'Puts a quarantined reply into the conversation',
    answers(200, 'Its id there', z.object({ id: z.string() })),
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
    body: categoryAction,
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
    body: downloadAction,
  }),
  call('delete', '/downloads/{id}', 'Deletes one that is not public', EMPTY),
  call('post', '/files', 'Keeps a file', answers(201, 'The file', contentFile), {
    body: { type: 'multipart/form-data', schema: z.object({ file: z.file() }) },
  }),
  call('post', '/markdown', 'The HTML of a text', answers(200, 'Its HTML', z.object({ html: z.string() })), {
    body: markdownBody,
  }),
]
