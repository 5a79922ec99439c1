import { z } from 'zod'
import { brandWithId } from '../brand/hosts.ts'
import type { MailSettings } from '../brand/schema.ts'
import type { Env } from '../env.ts'
import { within } from '../http/deadline.ts'
import {
  ALL_CLEAR,
  type Alert,
  type MailKind,
  type MailRecord,
  MailStore,
  type MailStatus,
  NO_RECEIPT,
} from './mail-store.ts'
import * as messages from './messages.ts'

/** How long the binding may take to answer. */
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
  /** Called after each attempt. */
  onSettled(): void
}

type BrandMail = MailSettings & { origin: string }

/** What the alerts about delays depend on. */
export interface Waiting {
  queued: number
  /** Whether the oldest inquiry waits for so long that a person has to know. */
  isDelayed: boolean
  lastFailure: string | null
}

/** Why no mail is sent: the var `MAIL_FROM` is empty, or the binding `MAIL` is missing; null where mail is on. */
export const mailOffReason = ({ MAIL, MAIL_FROM }: Pick<Env, 'MAIL' | 'MAIL_FROM'>): 'MAIL_FROM' | 'MAIL' | null =>
  MAIL_FROM === '' ? 'MAIL_FROM' : MAIL ? null : 'MAIL'

/**
 * The mails of one brand (docs/contract.md#10). Each is stored before it is tried and repeated until the binding takes it. One attempt
 * runs at a time, and nothing waits for it. Methods that store a mail are synchronous: the runtime commits what an object writes without
 * awaiting in between as one transaction, so that an inquiry and its mail are stored together.
 */
export class Mailer {
  readonly #dependencies: Dependencies
  readonly #store: MailStore
  #isRunning = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#store = new MailStore(dependencies.sql)
  }

  /** Stores the mails of an accepted inquiry. @param mayConfirm false for more files of an inquiry that was confirmed before */
  accepted(receipt: string, accepted: messages.MailedInquiry, now: number, mayConfirm: boolean): void {
    this.#toOperator(receipt, 'accepted', 'accepted', now, (brand) =>
      messages.acceptedMessage(accepted, receipt, now, brand),
    )
    const brand = this.#brand()
    const address = accepted.inquiry.inquiry_mail.toLowerCase()
    // The form takes more than an address list may hold, such as a comma.
    if (!brand?.confirmation || !mayConfirm || !z.email().safeParse(address).success) return
    if (this.#store.isConfirmed(address, now)) return
    const message = messages.confirmationMessage(accepted, receipt, brand.language)
    this.#store.add({ receipt, event: 'confirmation', kind: 'confirmation', recipients: [address], message }, now)
  }

  /** Stores the alert that an inquiry has become undelivered. @param period when an operator last had it sent again */
  undelivered(receipt: string, period: number | null, reason: string, now: number): void {
    const event = period === null ? 'undelivered' : `undelivered-${period}`
    this.#toOperator(receipt, event, 'undelivered', now, ({ origin, language }) =>
      messages.undeliveredMessage(origin, receipt, reason, language),
    )
  }

  /** Stores an alert once inquiries are delayed, and an all-clear once none is. */
  watch({ queued, isDelayed, lastFailure }: Waiting, now: number): void {
    this.#alert('delayed', isDelayed, now, ({ origin, language }) =>
      isDelayed
        ? messages.delayedMessage(origin, queued, lastFailure, language)
        : messages.allClearMessage(origin, language),
    )
  }

  /** Stores an alert once a run stays away, and an all-clear once it is back. */
  watchRun(alert: messages.Run, isAway: boolean, now: number): void {
    this.#alert(alert, isAway, now, ({ origin, language }) => messages.runMessage(alert, isAway, origin, language))
  }

  /** Whether alerts have a recipient. */
  get alerts(): boolean {
    return (this.#brand()?.notify.length ?? 0) > 0
  }

  /** See MailStore. */
  isOpen(alert: Alert): boolean {
    return this.#store.isOpen(alert)
  }

  /** Starts the attempt that is due, if any. */
  run(): void {
    const { env, pause, waitUntil, onSettled } = this.#dependencies
    if (this.#isRunning || mailOffReason(env) !== null || pause.isOn) return
    const due = this.#store.nextDue()
    if (due === null || due > Date.now()) return
    this.#isRunning = true
    const attempt = this.#attempt().finally(() => {
      this.#isRunning = false
      this.run()
      onSettled()
    })
    waitUntil(attempt)
  }

  /** When the next attempt may start, in milliseconds since epoch; null while none waits or mail is off. */
  nextAt(now: number): number | null {
    const { env, pause } = this.#dependencies
    const due = mailOffReason(env) !== null || pause.isOn ? null : this.#store.nextDue()
    return due === null ? null : Math.max(due, this.#isRunning ? now + DEADLINE_MS : now)
  }

  ofReceipt(receipt: string): MailRecord[] {
    return this.#store.ofReceipt(receipt)
  }

  status(): MailStatus {
    return this.#store.status()
  }

  /** See MailStore. */
  destroy(receipt: string): void {
    this.#store.destroy(receipt)
  }

  /** See MailStore. */
  expire(now: number): void {
    this.#store.expire(now)
  }

  #alert(alert: Alert, isOn: boolean, now: number, write: (brand: BrandMail) => messages.Message): void {
    if (!this.#brand() || isOn === this.#store.isOpen(alert)) return
    const kind = isOn ? alert : ALL_CLEAR[alert]
    this.#toOperator(NO_RECEIPT, `${kind}-${now}`, kind, now, write)
  }

  /** Settings of the brand in the registry, with the origin of the admin, where its operators have a proof; null where mail is off. */
  #brand(): BrandMail | null {
    const { env, brandId } = this.#dependencies
    if (mailOffReason(env) !== null) return null
    const { mail, origin } = brandWithId(brandId)
    return { ...mail, origin: env.ADMIN_ORIGIN ?? origin }
  }

  #toOperator(
    receipt: string,
    event: string,
    kind: MailKind,
    now: number,
    write: (brand: BrandMail) => messages.Message,
  ): void {
    const brand = this.#brand()
    if (!brand || brand.notify.length === 0) return
    this.#store.add({ receipt, event, kind, recipients: brand.notify, message: write(brand) }, now)
  }

  /** One attempt. An answer after the deadline still counts, so that the mail is not handed over again. */
  async #attempt(): Promise<void> {
    const { MAIL, MAIL_FROM } = this.#dependencies.env
    const mail = this.#store.start(Date.now())
    if (!mail || !MAIL) return
    const { id, receipt, event, recipients, message } = mail
    const headers = { ...message.headers, 'X-Event': [receipt, event].filter(Boolean).join('.') }
    const send = async () => {
      const { messageId } = await MAIL.send({ ...message, headers, from: MAIL_FROM, to: recipients })
      this.#store.handedOver(id, messageId, Date.now())
    }
    try {
      await within(DEADLINE_MS, send(), () => {
        throw new Error(`There was no answer within ${DEADLINE_MS / 1000} seconds.`)
      })
    } catch (error) {
      this.#store.failed(id, answerOf(error, event === 'confirmation' ? recipients : []), Date.now())
    }
  }
}

/** The binding's answer as it is, but for a visitor's address. */
function answerOf(error: unknown, addresses: string[]): string {
  const { message, code } = (error instanceof Error ? error : new Error('unknown')) as Error & { code?: unknown }
  const answer = typeof code === 'string' && !message.includes(code) ? `${code}: ${message}` : message
  return addresses.reduce((text, address) => text.replaceAll(address, '…'), answer).slice(0, ANSWER_CHARACTERS_MAX)
}
