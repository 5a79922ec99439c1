import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import { deleteFiles } from '../../attachments/message-files.ts'
import { seoulDay, startOfDay } from '../../contract/seoul.ts'
import { PERSON_DESTROYED_MAX, personAddress, REQUEST_DAYS, REQUEST_KINDS } from '../../contract/person.ts'
import { brandIdOf } from '../../contract/scope.ts'
import { draftsWithCc, forgetCcOf } from '../../database/answer-draft.ts'
import { forgetMailsOf } from '../../database/mail.ts'
import { forgetMessages as forget } from '../../database/message.ts'
import { messagesWithIds } from '../../database/message-row.ts'
import { inquiriesOf, type ListRow } from '../../database/inquiry-search.ts'
import { keptBeside, type KeptBeside, messagesElsewhere, receiptsOfSender } from '../../database/person.ts'
import { deleteRequest, insertRequest, type NotedRequest, readRequest } from '../../database/person-request.ts'
import { InvalidBodyError, TakenBeforeError } from '../../errors.ts'
import { type Call, UNCHANGED } from '../../calls/operator-call.ts'
import { closedFilesIn } from '../../conversation/quarantine.ts'
import { filesIn } from '../../conversation/read-thread.ts'
import { personArchive } from '../../inquiries/person-archive.ts'
import { command, type InquiryCall } from '../define-command.ts'
import { narrowed, onBrand, onRequest } from '../permissions.ts'
import { isTypedIn } from './cc.ts'
import { doWithSeveral, type SeveralOutcome } from './several.ts'

/* What one person may ask for (PIPA 35 to 37): to see, to have and to end what is kept of one address. */

/** `until`: what came later is left out, ISO 8601. */
const person = z.object({ email: personAddress, until: z.iso.datetime().optional() })
type Asked = z.output<typeof person>

const receiptsOf = ({ env, scope, now }: Call, { email, until }: Asked) =>
  receiptsOfSender(env.DB, scope, email, until ?? now.toISOString())
const elsewhereOf = ({ env, scope, now }: Call, { email, until }: Asked) =>
  messagesElsewhere(env.DB, scope, email, until ?? now.toISOString())
const receiptsElsewhere = (messages: { receipt: string }[]) => [...new Set(messages.map(({ receipt }) => receipt))]

/** Which inquiries a look or an archive is about; never the address. */
async function subjectOf(call: Call, asked: Asked): Promise<string> {
  const [own, elsewhere] = await Promise.all([receiptsOf(call, asked), elsewhereOf(call, asked)])
  return [...own, ...receiptsElsewhere(elsewhere)].join(' ')
}

/** What is kept of one address. */
export interface ShownPerson {
  /** As it is compared. */
  email: string
  /** See `shownAt` of mark-and-destroy. */
  shownAt: string
  /** Inquiries that it has sent, newest first. */
  inquiries: ListRow[]
  /** What belongs to these. */
  kept: KeptBeside
  /** Receipts of inquiries of others in which it has written or was answered, and how many messages that are. */
  elsewhere: { receipts: string[]; messages: number }
}

export const showPerson = command({
  input: person,
  permit: narrowed,
  log: async (asked, call) => ({ action: 'show-person', subject: await subjectOf(call, asked) }),
  async run(call: InquiryCall, asked): Promise<ShownPerson> {
    const [receipts, elsewhere] = await Promise.all([receiptsOf(call, asked), elsewhereOf(call, asked)])
    const { DB } = call.env
    const [inquiries, kept] = await Promise.all([inquiriesOf(DB, call.scope, receipts), keptBeside(DB, receipts)])
    return {
      email: asked.email,
      shownAt: call.now.toISOString(),
      inquiries,
      kept,
      elsewhere: { receipts: receiptsElsewhere(elsewhere), messages: elsewhere.length },
    }
  },
})

/** Everything that is kept of one address as one archive, read while it is sent. */
export const exportPerson = command({
  input: person,
  permit: narrowed,
  log: async (asked, call) => ({ action: 'export-person', subject: await subjectOf(call, asked) }),
  async run(call: InquiryCall, asked): Promise<ReadableStream<Uint8Array>> {
    const [receipts, elsewhere] = await Promise.all([receiptsOf(call, asked), elsewhereOf(call, asked)])
    return personArchive(call.env, {
      email: asked.email,
      now: call.now,
      requestId: call.requestId,
      receipts,
      messages: elsewhere.map(({ id }) => id),
    })
  },
})

/** Deletes what an address has written about inquiries of others, with its files, and that answers went or were copied to it. */
export const forgetMessages = command({
  input: person,
  permit: narrowed,
  // A row for each brand: each sees in its log what was deleted of its own.
  log: async (asked, call) =>
    [...Map.groupBy(await elsewhereOf(call, asked), ({ brand_id }) => brand_id)].map(([brand_id, messages]) => ({
      action: 'forget-messages' as const,
      subject: receiptsElsewhere(messages).join(' '),
      brand_id,
    })),
  async run(call: InquiryCall, asked): Promise<number> {
    const { DB } = call.env
    const ids = (await elsewhereOf(call, asked)).map(({ id }) => id)
    const replies = (await messagesWithIds(DB, ids)).filter(({ kind }) => kind === 'reply')
    const drafts = (await draftsWithCc(DB, brandIdOf(call.scope))).filter(({ cc }) => isTypedIn(cc, asked.email))
    // The rows last: what fails half way is found again.
    await deleteFiles(
      call.env,
      replies.flatMap((row) => [...filesIn(row), ...closedFilesIn(row)]),
    )
    await DB.batch([...forgetMailsOf(DB, ids), ...forget(DB, ids, asked.email), forgetCcOf(DB, drafts)])
    return ids.length
  },
})

export interface PersonOutcome extends SeveralOutcome {
  /** Messages about inquiries of others. */
  messages: number
}

/** What a page has shown of an address, to be destroyed. */
export const shownPerson = z.object({
  email: personAddress,
  receipts: z.array(z.uuid()).max(PERSON_DESTROYED_MAX),
  shownAt: z.iso.datetime(),
})

/**
 * Destroys the inquiries of an address that a page has shown, each with its own row of the log, and what it has written elsewhere. The page
 * names a hundred at most, and shows what is left.
 */
export async function destroyPerson(
  call: InquiryCall,
  { email, receipts: shown, shownAt }: z.output<typeof shownPerson>,
): Promise<PersonOutcome> {
  const asked = { email, until: shownAt }
  const own = new Set(await receiptsOf(call, asked))
  const receipts = shown.filter((receipt) => own.has(receipt))
  const messages = await forgetMessages.perform(call, asked)
  return { ...(await doWithSeveral(call, 'destroy', receipts, shownAt)), messages }
}

const DAY_MS = 86_400_000

/**
 * Notes what somebody has asked for: it is due within ten days of the day on which it came.
 * @returns its id
 * @throws InvalidBodyError for a day to come; TakenBeforeError where the same is noted already
 */
export const noteRequest = command({
  input: z.object({
    id: z.uuid().default(() => uuid()),
    brand: z.string(),
    email: personAddress,
    kind: z.enum(REQUEST_KINDS),
    /** In Seoul. */
    asked_on: z.iso.date(),
  }),
  permit: onBrand,
  log: ({ id }) => ({ action: 'note-request', subject: id }),
  async run({ env, now }, { id, brand, email, kind, asked_on }): Promise<string> {
    if (startOfDay(asked_on) > now.getTime())
      throw new InvalidBodyError([{ field: 'asked_on', message: 'This day is still to come.' }])
    const due_on = seoulDay(startOfDay(asked_on) + REQUEST_DAYS * DAY_MS)
    const noted = await insertRequest(env.DB, { id, brand_id: brand, email, kind, asked_on, due_on })
    if (noted !== id) throw new TakenBeforeError(noted)
    return id
  },
})

/** The request was answered: it goes, with its address. */
export const endRequest = command({
  input: z.object({ id: z.uuid() }),
  permit: onRequest,
  log: ({ id }) => ({ action: 'end-request', subject: id }),
  async run({ env }, { id }): Promise<void | typeof UNCHANGED> {
    if (!(await deleteRequest(env.DB, id))) return UNCHANGED
  },
})

/** Whose request it is: what is kept of that address is shown under its own row of the log. */
export const openRequest = command({
  input: z.object({ id: z.uuid() }),
  permit: onRequest,
  log: () => [],
  run: ({ env }, { id }): Promise<NotedRequest | null> => readRequest(env.DB, id),
})
