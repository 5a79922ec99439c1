import { z } from 'zod'
import { brandWithId } from '../brand/hosts.ts'
import type { MailSettings } from '../brand/schema.ts'
import { adminOriginFor } from '../contract/admin-origins.ts'
import type { MessageFile } from '../contract/conversation.ts'
import type { Env } from '../env.ts'
import { within } from '../http/deadline.ts'
import { type Alert, type Lane, LANES, MAIL_KINDS, type MailKind } from '../mail/kinds.ts'
import { maskAddresses } from '../mail/mask-addresses.ts'
import * as messages from '../mail/messages.ts'
import { mailTransportOf, missingForMail } from '../mail/select-transport.ts'
import { sentOnBehalf, senderOf } from '../mail/sender.ts'
import { RefusedMailError, UnknownOutcomeError } from '../mail/transport.ts'
import type { Entry } from './entry.ts'
import { ParallelAttempts } from './parallel-attempts.ts'
import { type MailRecord, MailStore, type MailStatus, NO_RECEIPT } from './mail-store.ts'
import type { Failure } from './retry-schedule.ts'

/** How long the transport may take to answer. */
const DEADLINE_MS = 10_000
const ANSWER_CHARACTERS_MAX = 300

interface Dependencies {
  env: Env
  brandId: string
  sql: SqlStorage
  /** While it is on, no mail is sent. */
  pause: { isOn: boolean }
  /** Keeps the object alive until the work is done. */
  waitUntil(work: Promise<unknown>): void
  /** Called when a mail was handed over, with what the transport calls it. */
  onHandedOver(mailId: string): void
  /** Called after each attempt. */
  onSettled(): void
}

type BrandMail = MailSettings & { origin: string }

/** What the alerts about delays depend on. */
export interface Waiting {
  queued: number
  /** Whether the oldest inquiry waits for so long that a person has to know. */
  isDelayed: boolean
  /** When the oldest one was accepted that waits for as long and has not failed by itself, in milliseconds since epoch; null for none. */
  othersSince: number | null
  lastFailure: string | null
}

/**
 * The mails of one brand (docs/contract.md#10). Each is stored before it is tried and repeated, on the schedule of the inquiries,
 * until the transport takes it. One attempt of a lane runs at a time, and nothing else waits for it. Methods that store a mail are synchronous: the runtime commits what an object writes without
 * awaiting in between as one transaction, so that an inquiry and its mail are stored together.
 */
export class Mailer {
  readonly #dependencies: Dependencies
  readonly #store: MailStore
  readonly #attempts: Record<Lane, ParallelAttempts> = {
    confirmations: new ParallelAttempts(1),
    others: new ParallelAttempts(1),
  }

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#store = new MailStore(dependencies.sql)
  }

  /**
   * Stores the mails of an accepted inquiry.
   * @param line of the client, see OutboxStore
   * @param mayConfirm false for more files of an inquiry that was confirmed before
   */
  accepted(receipt: string, accepted: messages.MailedInquiry, now: number, line: string, mayConfirm: boolean): void {
    const write = (brand: BrandMail) => messages.acceptedMessage(accepted, receipt, now, brand)
    this.#toOperator(receipt, 'accepted', 'accepted', now, write, line)
    const brand = this.#brand()
    const address = accepted.inquiry.inquiry_mail.toLowerCase()
    // The form takes more than an address list may hold, such as a comma.
    if (!brand?.confirmation || !mayConfirm || !z.email().safeParse(address).success) return
    if (this.#store.isRecent('confirmation', address, now)) return
    const message = messages.confirmationMessage(
      accepted,
      receipt,
      brand.language,
      sentOnBehalf(brandWithId(this.#dependencies.brandId)),
    )
    this.#store.add({ receipt, event: 'confirmation', kind: 'confirmation', recipients: [address], message }, now, line)
  }

  /** Stores the alert that an inquiry has become undelivered. */
  undelivered({ receipt, retriedAt, line }: Entry, reason: string, now: number): void {
    // One for each time that an operator has it sent again.
    const event = retriedAt === null ? 'undelivered' : `undelivered-${retriedAt}`
    const write = ({ origin, language }: BrandMail) => messages.undeliveredMessage(origin, receipt, reason, language)
    this.#toOperator(receipt, event, 'undelivered', now, write, line)
  }

  /** Stores the mail of an answer. @param event names it, and tells it from another mail of the same answer */
  answer(receipt: string, event: string, recipient: string, message: messages.Message, now: number): void {
    this.#store.add({ receipt, event, kind: 'answer', recipients: [recipient], message }, now)
  }

  /** Stores the mail that tells operators of a reply. */
  replied(receipt: string, id: string, now: number): void {
    this.#toOperator(receipt, `reply-${id}`, 'reply', now, ({ origin, language }) =>
      messages.replyMessage(origin, receipt, language),
    )
  }

  /** Whether no mail is sent. */
  get isOff(): boolean {
    return missingForMail(this.#dependencies.env) !== null
  }

  /**
   * Stores an alert once inquiries are delayed, another one where that cannot have been about those that are delayed now, because only what
   * fails by itself was then, and an all-clear once none is.
   */
  watch({ queued, isDelayed, othersSince, lastFailure }: Waiting, now: number): void {
    const write = ({ origin, language }: BrandMail) =>
      isDelayed
        ? messages.delayedMessage(origin, queued, lastFailure, language)
        : messages.allClearMessage(origin, language)
    const toldAt = this.#store.openSince('delayed')
    if (toldAt !== null && othersSince !== null && othersSince > toldAt)
      this.#toOperator(NO_RECEIPT, `delayed-${now}`, 'delayed', now, write)
    else this.#alert('delayed', isDelayed, now, write)
  }

  /** Stores an alert once a run stays away, and an all-clear once it is back. */
  watchRun(alert: messages.Run, isAway: boolean, now: number): void {
    this.#alert(alert, isAway, now, ({ origin, language }) => messages.runMessage(alert, isAway, origin, language))
  }

  /** Whether alerts have a recipient. */
  get alerts(): boolean {
    return (this.#brand()?.notify.length ?? 0) > 0
  }

  /** Whether an alert has had no all-clear. */
  isOpen(alert: Alert): boolean {
    return this.#store.openSince(alert) !== null
  }

  /** Starts the attempt of each lane that is due, if any. */
  run(): void {
    const now = Date.now()
    for (const lane of LANES) {
      const due = this.#nextDue(lane)
      if (due === null || due > now || this.#attempts[lane].free(now) <= 0) continue
      this.#dependencies.waitUntil(this.#attempt(lane))
    }
  }

  /** When the next attempt may start, in milliseconds since epoch; null while none waits or mail is off. */
  nextAt(now: number): number | null {
    const times = LANES.flatMap((lane) => {
      const due = this.#nextDue(lane)
      return due === null ? [] : [Math.max(due, this.#attempts[lane].opensAt(now) ?? now + DEADLINE_MS)]
    })
    return times.length > 0 ? Math.min(...times) : null
  }

  #nextDue(lane: Lane): number | null {
    const { env, pause } = this.#dependencies
    return missingForMail(env) !== null || pause.isOn ? null : this.#store.nextDue(lane)
  }

  ofReceipt(receipt: string): MailRecord[] {
    return this.#store.ofReceipt(receipt)
  }

  status(): MailStatus {
    return this.#store.status(Date.now())
  }

  /** See MailStore. */
  destroy(receipt: string): void {
    this.#store.destroy(receipt)
  }

  /** See MailStore. */
  expire(now: number): void {
    this.#store.expire(now, this.#dependencies.pause.isOn)
  }

  #alert(alert: Alert, isOn: boolean, now: number, write: (brand: BrandMail) => messages.Message): void {
    if (!this.#brand() || isOn === this.isOpen(alert)) return
    const kind = isOn ? alert : MAIL_KINDS[alert].allClear
    this.#toOperator(NO_RECEIPT, `${kind}-${now}`, kind, now, write)
  }

  /** Settings of the brand in the registry, with the origin of the admin, where its operators have a proof; null where mail is off. */
  #brand(): BrandMail | null {
    const { env, brandId } = this.#dependencies
    if (missingForMail(env) !== null) return null
    const { mail, origin } = brandWithId(brandId)
    return { ...mail, origin: adminOriginFor(env.ADMIN_ORIGIN, brandId) ?? origin }
  }

  #toOperator(
    receipt: string,
    event: string,
    kind: MailKind,
    now: number,
    write: (brand: BrandMail) => messages.Message,
    line?: string,
  ): void {
    const brand = this.#brand()
    if (!brand || brand.notify.length === 0) return
    this.#store.add({ receipt, event, kind, recipients: brand.notify, message: write(brand) }, now, line)
  }

  /** One attempt of a lane. An answer after the deadline still counts, so that the mail is not handed over again. */
  async #attempt(lane: Lane): Promise<void> {
    const { env, brandId, onHandedOver, onSettled } = this.#dependencies
    const transport = mailTransportOf(env)
    const attempts = this.#attempts[lane]
    const mail = this.#store.start(lane, Date.now())
    if (!transport || !mail) return
    const { receipt, event, kind, recipients, message } = mail
    const { fromName, files = [], ...text } = message
    const headers = { ...text.headers, 'X-Event': [receipt, event].filter(Boolean).join('.') }
    const isToVisitor = MAIL_KINDS[kind].to === 'visitor'
    const { address, name, replyTo } = senderOf(brandWithId(brandId), env.MAIL_FROM)
    const shown = fromName ?? name
    const from = shown === undefined ? address : { name: shown, email: address }
    const send = async () => {
      const attachments = await attachmentsOf(env, files)
      // Its inquiry may have been destroyed while they were read.
      if (!this.#store.isWaiting(mail)) return
      const answer = await transport.send({
        ...text,
        ...(isToVisitor && replyTo !== undefined && text.replyTo === undefined && { replyTo }),
        headers,
        from,
        to: recipients,
        ...(attachments.length > 0 && { attachments }),
      })
      this.#store.handedOver(mail, answer, Date.now())
      onHandedOver(answer)
    }
    const running = headers['X-Event']
    attempts.begin(running)
    let answered = false
    try {
      await within(DEADLINE_MS, send(), () => {
        throw new UnknownOutcomeError(`There was no answer within ${DEADLINE_MS / 1000} seconds.`)
      })
      answered = true
    } catch (error) {
      const failure = failureOf(error, isToVisitor)
      answered = failure === 'refused'
      const answer = answerOf(error, isToVisitor ? recipients : [])
      const answeredAt = Math.max(...LANES.map((one) => this.#attempts[one].answeredAt))
      this.#store.failed(mail, { failure, answer, answeredAt }, Date.now())
    } finally {
      attempts.settle(running, answered, Date.now())
      this.run()
      onSettled()
    }
  }
}

/** @throws Error where R2 does not have a file */
async function attachmentsOf({ FILES }: Env, files: readonly MessageFile[]): Promise<EmailAttachment[]> {
  const attachments: EmailAttachment[] = []
  for (const { key, name, type } of files) {
    const object = await FILES.get(key)
    if (!object) throw new Error('A file of the message is not there.')
    attachments.push({ disposition: 'attachment', filename: name, type, content: await object.arrayBuffer() })
  }
  return attachments
}

/** An operator's address that is refused can be put right for as long as mails are tried. */
function failureOf(error: unknown, isToVisitor: boolean): Failure {
  if (error instanceof UnknownOutcomeError) return 'unknown'
  return isToVisitor && error instanceof RefusedMailError ? 'refused' : 'unavailable'
}

/** What the transport has said, but for a visitor's address, which it may have written in other letters. */
function answerOf(error: unknown, addresses: string[]): string {
  const { message } = error instanceof Error ? error : new Error('unknown')
  return maskAddresses(message, addresses).slice(0, ANSWER_CHARACTERS_MAX)
}
