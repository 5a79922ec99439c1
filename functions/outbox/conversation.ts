import { haveSameBytes } from '../attachments/message-files.ts'
import { brandWithId } from '../brand/hosts.ts'
import {
  HOURLY_REPLIES_MAX,
  QUARANTINE_MS,
  REPORT,
  TOLD_REPLIES_MAX,
  type MailEventName,
  type ReplyState,
} from '../contract/conversation.ts'
import { deleteMessages, type MessageContents } from '../database/message.ts'
import type { Env } from '../env.ts'
import { logFailure } from '../log.ts'
import type { Message } from '../mail/messages.ts'
import { isSameSignature, newReplyKey, replyAddress, signReply, type ReplyToken } from '../mail/reply-address.ts'
import type { Deeds } from './deeds.ts'
import type { Entry } from './entry.ts'
import type { Mailer } from './mailer.ts'
import { MessageStore } from './message-store.ts'
import type { OutboxStore } from './store.ts'

/** An answer as an operator sends it. */
export interface AnswerToSend {
  /** Chosen by the form, so that a form which is sent twice is one answer. */
  id: string
  author: string
  recipient: string
  contents: MessageContents
  mail: Message
  /** Id of the last answer that its author has seen; null for none. */
  seen: string | null
  /** Id of the last reply that its author has seen; null for none, undefined where an older build has sent it. */
  seenReply?: string | null
  /** Whether the inquiry is marked as processed with it. */
  processed: boolean
}

/**
 * `known`: it was taken before. `other-contents`: its id stands for another one. `conflict`: another answer was sent since, or the visitor has
 * replied where the inquiry is to be marked as processed. `off`: no mail is sent. The others as in DeedResult.
 */
export type AnswerResult = 'done' | 'known' | 'other-contents' | 'conflict' | 'off' | 'refused' | 'unknown'

interface AnswerSaid {
  text: string
  files: readonly { name: string; size: number }[]
}
const wordOf = ({ text, files }: AnswerSaid) => JSON.stringify([text, files.map(({ name, size }) => [name, size])])
/** Whether two answers say the same, as far as a sending that is repeated can tell. */
export const isSameAnswer = (one: AnswerSaid, other: AnswerSaid): boolean => wordOf(one) === wordOf(other)

/** A reply as it came in. */
export interface IncomingReply {
  /** The same for each copy of a mail. */
  id: string
  author: string
  state: ReplyState
  /** It says that a mail server reports of an answer which did not arrive. */
  isReport?: boolean
  contents: MessageContents
}

/** `known`: it was taken before. `too-many`: a loop. `unknown`: its address is not signed for an inquiry that exists. */
export type ReplyResult = 'taken' | 'known' | 'too-many' | 'unknown'

/** What became of a mail, as the platform's queue says. */
export interface MailEvent {
  mailId: string
  event: MailEventName
  detail: string | null
}

interface Dependencies {
  env: Env
  brandId: string
  store: OutboxStore
  messages: MessageStore
  mailer: Mailer
  deeds: Deeds
  /** Called after each change. */
  onDone(): void
}

/** Answers to visitors and their replies (decision 061). Each is stored with its mail in one transaction, before anything is sent. */
export class Conversation {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Takes an answer and its mail, once. */
  async answer(receipt: string, answer: AnswerToSend): Promise<AnswerResult> {
    const { store, messages, mailer, deeds } = this.#dependencies
    await deeds.takeOver(receipt)
    const replyTo = await this.#replyTo(receipt)
    // From here on nothing waits, so that it is one transaction.
    const refusal = this.#refusal(store.byReceipt(receipt))
    if (refusal) return refusal
    const known = messages.byId(answer.id)
    if (known && known.receipt !== receipt) return 'refused'
    // What D1 has of it is compared by whoever reads it there.
    if (known?.contents && !(await this.#isSame(known.contents, answer.contents))) return 'other-contents'
    if (known) {
      // As after Back: the mark is asked for only now. A reply has to be seen first.
      const entry = store.byReceipt(receipt)
      if (!answer.processed || this.#refusal(entry) || entry?.processedAt !== null || entry.repliedAt !== null)
        return 'known'
      store.mark(receipt, Date.now())
      await this.#done(receipt)
      return 'known'
    }
    // A reply that its author has not seen is still to be seen to.
    const isLastWord =
      answer.seenReply === undefined ||
      answer.seenReply === messages.last(receipt, 'reply') ||
      store.byReceipt(receipt)?.repliedAt === null
    if (messages.last(receipt, 'answer') !== answer.seen || (answer.processed && !isLastWord)) return 'conflict'
    const { id, author, recipient, contents, mail } = answer
    const [now, event] = [Date.now(), `answer-${id}`]
    messages.addAnswer({ id, receipt, at: now, author, recipient, contents }, event, isLastWord)
    mailer.answer(receipt, event, recipient, { ...mail, replyTo }, now)
    if (answer.processed && store.byReceipt(receipt)?.processedAt === null) store.mark(receipt, now)
    return this.#done(receipt)
  }

  /** Sends an answer that did not arrive again. @param attempt tells this sending from the ones before */
  async sendAgain(
    receipt: string,
    { id, recipient, mail, attempt }: Pick<AnswerToSend, 'id' | 'recipient' | 'mail'> & { attempt: string },
  ): Promise<AnswerResult> {
    const { store, messages, mailer, deeds } = this.#dependencies
    await deeds.takeOver(receipt)
    const replyTo = await this.#replyTo(receipt)
    const refusal = this.#refusal(store.byReceipt(receipt))
    if (refusal) return refusal
    const answer = messages.byId(id)
    const event = `answer-${id}-${attempt}`
    if (answer?.receipt !== receipt) return 'unknown'
    if (answer.mailEvent === event) return 'done'
    if (!MessageStore.isFailed(answer)) return 'refused'
    messages.waitAgain(id, recipient, event)
    mailer.answer(receipt, event, recipient, { ...mail, replyTo }, Date.now())
    return this.#done(receipt)
  }

  /** The address for replies to an inquiry; null where there is none. */
  async replyAddress(receipt: string): Promise<string | null> {
    const { env, brandId, messages } = this.#dependencies
    if (env.REPLY_DOMAIN === '') return null
    messages.setReplyKey(receipt, newReplyKey())
    const key = messages.replyKey(receipt)
    return key === null ? null : replyAddress(env.REPLY_DOMAIN, receipt, await signReply(receipt, brandId, key))
  }

  /** What the platform calls the mail of the last answer; null where it was not handed over. */
  lastMail(receipt: string): string | null {
    return this.#dependencies.messages.lastMail(receipt)
  }

  /** Whether an address for replies is of an inquiry that exists here. */
  async isSigned({ receipt, signature }: ReplyToken): Promise<boolean> {
    const key = this.#dependencies.messages.replyKey(receipt)
    return key !== null && isSameSignature(await signReply(receipt, this.#dependencies.brandId, key), signature)
  }

  /** Takes a reply, once. What a machine has sent, or nothing proves, changes no state and makes no mail. */
  async reply(token: ReplyToken, { id, author, state, isReport, contents }: IncomingReply): Promise<ReplyResult> {
    const { store, messages, mailer, deeds } = this.#dependencies
    const { receipt } = token
    await deeds.takeOver(receipt)
    const isSigned = await this.isSigned(token)
    const entry = store.byReceipt(receipt)
    if (!isSigned || !entry || entry.state === 'destroyed' || deeds.isEnding(receipt)) return 'unknown'
    if (messages.byId(id)) return 'known'
    const now = Date.now()
    const { received, automatic, quarantined } = messages.repliesSince(receipt, now - 3_600_000)
    // What nothing proves is counted apart, so that nobody keeps out the visitor, or what operators are told of.
    if ((state === 'quarantined' ? quarantined : received + automatic) >= HOURLY_REPLIES_MAX) return 'too-many'
    messages.addReply({ id, receipt, at: now, author, contents }, state, isReport ? REPORT : null)
    if (state === 'received') {
      messages.reopen(receipt, now)
      if (received < TOLD_REPLIES_MAX) mailer.replied(receipt, id, now)
    }
    await this.#done(receipt)
    return 'taken'
  }

  /** What became of mails. Those of other outboxes are ignored. */
  mailEvents(events: readonly MailEvent[]): void {
    const { messages, onDone } = this.#dependencies
    for (const { mailId, event, detail } of events) messages.mailEvent(mailId, event, detail, Date.now())
    onDone()
  }

  /** The hourly run: what was quarantined goes after a week, first from D1. Never throws; the next hour repeats what D1 fails. */
  async expire(now: number): Promise<void> {
    const { env, messages } = this.#dependencies
    messages.expire(now)
    const ids = messages.quarantinedBefore(now - QUARANTINE_MS)
    if (ids.length === 0) return
    try {
      await deleteMessages(env.DB, ids)
      messages.delete(ids)
    } catch (error) {
      logFailure('warn', { requestId: null, method: 'OUTBOX', path: '', code: 'quarantine' }, error)
    }
  }

  /** Whatever the visitor's mail program does, a reply has an address. */
  async #replyTo(receipt: string): Promise<string> {
    return (await this.replyAddress(receipt)) ?? brandWithId(this.#dependencies.brandId).company.email
  }

  async #isSame(one: MessageContents, other: MessageContents): Promise<boolean> {
    return isSameAnswer(one, other) && haveSameBytes(this.#dependencies.env, one.files, other.files)
  }

  #refusal(entry: Entry | null): 'unknown' | 'refused' | 'off' | null {
    if (!entry) return 'unknown'
    // A remote upstream has the contents, and answers by itself.
    if (entry.state !== 'delivered' || !entry.receivedHere) return 'refused'
    if (this.#dependencies.deeds.isEnding(entry.receipt)) return 'refused'
    return this.#dependencies.mailer.isOff ? 'off' : null
  }

  async #done(receipt: string): Promise<'done'> {
    this.#dependencies.onDone()
    await this.#dependencies.deeds.written(receipt)
    return 'done'
  }
}
