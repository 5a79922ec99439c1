import { z } from 'zod'
import type { InquiryPage, ListRow } from '../../functions/database/inquiry-search'
import type { InquiryCount } from '../../functions/database/inquiry-counts'
import { LOGGED_ACTIONS, type LogEntry } from '../../functions/database/admin-log'
import type { ContentFile } from '../../functions/publishing/add-content-file'
import type { ShownInquiry, ShownList } from '../../functions/commands/inquiries/reading'
import { BOARD_NAMES } from '../../functions/contract/board'
import { eachField as eachInquiryField } from '../../functions/contract/form-fields'
import { LOCALES } from '../i18n/locale'
import { MAIL_KINDS, type MailKind } from '../../functions/contract/mail-kinds'
import { ANSWER_STATES, LEFT_OUT_FAULTS, REPLY_STATES, type ThreadEntry } from '../../functions/contract/conversation'
import { MARKED_AS_SPAM, SPAM_SIGNALS } from '../../functions/contract/spam-signals'
import type { Inquiry } from '../../functions/inquiries/read-inquiry'
import { reasonFields } from '../../functions/contract/maintenance'
import { REQUEST_KINDS } from '../../functions/contract/person'
import { ENTRY_STATES } from '../../functions/database/board-entry'
import { telephoneConsent } from '../../functions/contract/telephone'
import { RECORD_STATES } from '../../functions/contract/possible-commands'
import { CATEGORY_NAME, eachField } from '../../functions/contract/text-fields'
import type { SavedAnswerRow } from '../../functions/database/saved-answer'
import type { WhatWaits } from './overview/what-waits'

/* What calls of the operator's API answer (docs/contract.md#9). */

const time = z.iso.datetime()
export const basis = z.string()
const state = z.enum(RECORD_STATES)
const kind = z.enum(['sales', 'partnership'])
const texts = z.object(Object.fromEntries(LOCALES.map((locale) => [locale, z.string()])))

const listRow = z.object({
  receipt: z.string(),
  accepted_at: time,
  delivered_at: time.nullable(),
  state,
  kind,
  brand: z.string(),
  company_name: z.string().nullable(),
  user_name: z.string().nullable(),
  inquiry_mail: z.string().nullable(),
  subject: z.string().nullable(),
  remind_on: z.iso.date().nullable(),
  spam: z.union([z.literal(0), z.literal(1)]),
}) satisfies z.ZodType<ListRow>
const count = z.object({
  state,
  kind,
  brand: z.string(),
  n: z.int(),
  later: z.int(),
}) satisfies z.ZodType<InquiryCount>
const page = { rows: z.array(listRow), page: z.int(), more: z.boolean() }
z.object(page) satisfies z.ZodType<InquiryPage>
export const list = z.object({
  ...page,
  counts: z.array(count),
  found: z.int().nullable(),
  late: z.array(listRow),
  shownAt: time,
}) satisfies z.ZodType<ShownList>

export const logEntry = z.object({
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
  files: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      type: z.string(),
      size: z.int(),
      role: z.enum(['in-text', 'original']).exactOptional(),
    }),
  ),
  leftOut: z.array(
    z.object({ name: z.string(), fault: z.enum(LEFT_OUT_FAULTS), role: z.literal('in-text').exactOptional() }),
  ),
  state: z.enum([...ANSWER_STATES, ...REPLY_STATES]).nullable(),
  detail: z.string().nullable(),
  recipient: z.string().nullable(),
  cc: z.array(z.string()),
  cameAt: time.nullable(),
}) satisfies z.ZodType<ThreadEntry>
const inquiry = z.object({
  receipt: z.string(),
  state,
  kind,
  brand: z.string(),
  acceptedAt: time,
  deliveredAt: time.nullable(),
  answeredAt: time.nullable(),
  processedAt: time.nullable(),
  remindOn: z.iso.date().nullable(),
  destroyAt: time.nullable(),
  destroyedAt: time.nullable(),
  fields: z.object(eachInquiryField(() => z.string())).nullable(),
  privacyVersion: z.string().nullable(),
  telephone: telephoneConsent.nullable(),
  processedMonths: z.int(),
  locale: z.string().nullable(),
  receivedHere: z.boolean(),
  whiteLabel: z.string(),
  spamSignals: z.array(z.enum([...SPAM_SIGNALS, MARKED_AS_SPAM])),
  lastFailure: z.string().nullable(),
  attempts: z.int(),
}) satisfies z.ZodType<Omit<Inquiry, 'references'>>
export const one = z.object({
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
  draft: z.object({ text: z.string(), cc: z.string(), saved_at: time }).nullable(),
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
export const overview = z.object({
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
      webhooks: z.object({
        waiting: z.int(),
        oldest: time.nullable(),
        refused: z.int(),
        lastFailure: z.object({ ...mail, state: mailState }).nullable(),
      }),
    })
    .optional(),
  failedAnswers: z
    .array(
      z.object({ receipt: z.string(), at: time, detail: z.string().nullable(), state: z.enum(['bounced', 'refused']) }),
    )
    .optional(),
  reminders: z.int().optional(),
  late: z.array(z.object({ receipt: z.string(), accepted_at: time, brand: z.string() })).optional(),
  requests: z
    .array(
      z.object({
        id: z.string(),
        brand_id: z.string(),
        kind: z.enum(REQUEST_KINDS),
        asked_on: z.iso.date(),
        due_on: z.iso.date(),
      }),
    )
    .optional(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string().optional() })),
})
overview.omit({ maintenance: true }) satisfies z.ZodType<
  Partial<Omit<WhatWaits, 'maintenance'>> & Pick<WhatWaits, 'remote' | 'checks'>
>

export const announcement = z.object({ start: z.string(), hours: z.number(), ...reasonFields(() => z.string()) })
export const savedAnswer = z.object({
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
  ...subjects,
  ...eachField(CATEGORY_NAME, () => z.string()),
  create_date: time.nullable(),
  update_date: time.nullable(),
  is_priority: z.boolean(),
  sub_category_id: z.string(),
  white_label: z.string().nullable(),
  state: z.enum(ENTRY_STATES),
  own: z.boolean(),
  has_draft: z.boolean(),
  published_at: time.nullable(),
  withdrawn_at: time.nullable(),
  saved_at: time.nullable(),
  saved_by: z.string().nullable(),
}
export const board = z.enum(BOARD_NAMES)
export const entry = z.object({
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
export const entries = z.object({ entries: z.array(z.object(row)), page: z.int(), pages: z.int(), total: z.int() })
export const names = eachField(CATEGORY_NAME, () => z.string())
export const category = z.object({ sub_category_id: z.string(), ...names, board, entries: z.int() })
export const download = z.object({
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
export const contentFile = z.object({
  file_key: z.string(),
  file_name: z.string(),
  media_type: z.string(),
  size: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  address: z.string(),
}) satisfies z.ZodType<ContentFile>
