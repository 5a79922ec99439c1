import { deleteMessageFiles, keepMessageFile } from '../../../functions/attachments/message-files.ts'
import type { MailEventName, MessageFile, ReplyState } from '../../../functions/contract/conversation.ts'
import { saveAnswerDraft } from '../../../functions/database/answer-draft.ts'
import { insertClaim } from '../../../functions/database/claim.ts'
import { insertNote } from '../../../functions/database/note.ts'
import { readReplyAddress } from '../../../functions/mail/reply-address.ts'
import { payload } from '../outbox-under-test.ts'
import type { D1State } from '../sqlite-d1.ts'
import type { Platform } from './talk-platform.ts'
import { expectTold } from './talk-promises.ts'
import { REPLY_DOMAIN, settle, TalkSite } from './talk-site.ts'

const MINUTE = 60_000
const PDF = { name: 'offer.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n%%EOF') }

/** What may happen to a conversation. Operators see what D1 shows. `old`: about the first inquiry, not the last. */
export type TalkStep =
  | { do: 'look'; operator: number }
  | { do: 'answer'; operator: number; processed: boolean; file: boolean; old: boolean }
  | { do: 'same answer' | 'answer again' | 'hourly' }
  | { do: 'note' | 'destroy'; old: boolean }
  | { do: 'platform'; state: Platform }
  | { do: 'event'; mail: number; event: MailEventName }
  | { do: 'reply'; id: number; state: ReplyState; old: boolean }
  | { do: 'D1'; state: D1State; newestFirst: boolean }
  | { do: 'die'; after: number }
  | { do: 'pass'; ms: number }
  | { do: 'back up outbox' | 'back up D1' | 'restore' | 'resume' }

/** These are under way when the next step comes, so that a process may end anywhere in them. */
const UNDER_WAY: ReadonlySet<TalkStep['do']> = new Set([
  'answer',
  'same answer',
  'answer again',
  'reply',
  'event',
  'note',
  'destroy',
  'die',
])

/** Inquiries of the embedded upstream, two operators, the visitor, and a platform that sends mails and may not say so. */
export class Talk extends TalkSite {
  readonly processed = new Set<string>()
  /** The last reply that the author of an answer has seen, by answer. */
  readonly seenReplies = new Map<string, string | null>()
  readonly #seen: (string | null)[] = [null, null]
  readonly #seenReply: (string | null)[] = [null, null]
  #answers = 0
  #inquiries = 0
  #last: (() => void) | null = null

  async begin(): Promise<void> {
    if (this.isBeginning) return
    this.isBeginning = true
    const asked = this.outbox.accept(`key ${++this.#inquiries}`, { ...payload, brandId: 'vcp-x' })
    this.ask(
      asked.finally(() => (this.isBeginning = false)),
      (accepted) => {
        if (typeof accepted !== 'string') this.receipts.push(accepted.receipt)
      },
    )
    await settle()
  }

  async take(step: TalkStep): Promise<void> {
    switch (step.do) {
      case 'look': {
        const rows = this.shown<{ id: string; kind: string }>(
          "SELECT id, kind FROM message WHERE receipt = ? AND (kind = 'answer' OR state = 'received') ORDER BY at, rowid",
          this.#receipt(false),
        )
        this.#seen[step.operator] = rows.findLast(({ kind }) => kind === 'answer')?.id ?? null
        this.#seenReply[step.operator] = rows.findLast(({ kind }) => kind === 'reply')?.id ?? null
        break
      }
      case 'answer':
        this.#answer(step)
        break
      case 'same answer':
        this.#last?.()
        break
      case 'answer again':
        this.#again()
        break
      case 'platform':
        this.platform.state = step.state
        if (step.state !== 'waits') this.platform.release()
        break
      case 'event':
        this.#tell(step)
        break
      case 'reply':
        this.#reply(step)
        break
      case 'note':
        this.#note(this.#receipt(step.old))
        break
      case 'destroy':
        this.doomed.add(this.#receipt(step.old))
        this.#destroy(this.#receipt(step.old))
        break
      case 'D1':
        this.d1.state = step.state
        if (step.state !== 'waits') this.d1.release(step.newestFirst)
        break
      case 'die':
        for (let turn = 0; turn < step.after; turn++) await Promise.resolve()
        this.restart()
        break
      case 'pass':
        await this.pass(step.ms)
        break
      case 'hourly':
        await this.hourly()
        break
      default:
        await this.copy(step.do)
    }
    if (!UNDER_WAY.has(step.do)) await settle()
    const last = this.receipts.at(-1)
    if (!UNDER_WAY.has(step.do) && (last === undefined || this.doomed.has(last))) await this.begin()
  }

  /** Everything is well again, operators repeat what failed, and time passes until nothing waits. */
  async recover(): Promise<void> {
    this.d1.state = 'works'
    this.d1.release()
    this.platform.state = 'takes'
    this.platform.release()
    await settle()
    await this.copy('resume')
    for (const receipt of this.doomed) this.#destroy(receipt)
    await this.pass(2 * MINUTE)
    const given = this.own<{ receipt: string }>("SELECT receipt FROM inquiry WHERE state = 'undelivered'")
    for (const { receipt } of given) this.ask(this.outbox.retry(receipt))
    for (let minute = 0; minute < 20; minute++) await this.pass(2 * MINUTE)
    // Longer than the pause after an outcome that nobody knows.
    for (let hour = 0; hour < 20; hour++) await this.pass(90 * MINUTE)
    await this.hourly()
    await this.pass(2 * MINUTE)
  }

  #receipt(old: boolean): string {
    return this.receipts.at(old ? 0 : -1) ?? ''
  }

  #answer({ operator, processed, file, old }: Extract<TalkStep, { do: 'answer' }>): void {
    const id = `00000000-0000-4000-8000-${String(++this.#answers).padStart(12, '0')}`
    const [receipt, seen] = [this.#receipt(old), this.#seen[operator] ?? null]
    const seenReply = this.#seenReply[operator] ?? null
    this.seenReplies.set(id, seenReply)
    if (processed) this.processed.add(id)
    const send = async (files: readonly MessageFile[]) => {
      return this.outbox.answer(receipt, {
        id,
        author: `operator ${operator}`,
        recipient: 'visitor@customer.example',
        contents: contentsOf(`Text of ${id}`, files),
        mail: { subject: 'Re', text: id, html: id, headers: {}, files: [...files] },
        seen,
        seenReply,
        processed,
      })
    }
    const kept = file
      ? keepMessageFile(this.settings, { receipt, folder: id, position: 0 }, PDF, 1000).then((one) => [one])
      : Promise.resolve([])
    this.#last = () =>
      this.ask(kept.then(send), (result) => {
        // One that was taken before is taken.
        if (this.results.get(id)?.result !== 'done') this.results.set(id, { receipt, result })
      })
    this.#last()
  }

  #again(): void {
    const [failed] = this.own<{ id: string; receipt: string; version: number }>(
      "SELECT id, receipt, version FROM message WHERE kind = 'answer' AND state IN ('bounced', 'refused')",
    )
    if (!failed) return
    const { id, receipt, version } = failed
    const mail = { subject: 'Re', text: id, html: id, headers: {} }
    const again = { id, recipient: 'other@customer.example', mail, attempt: String(version) }
    this.ask(this.outbox.answerAgain(receipt, again))
  }

  #tell({ mail, event }: Extract<TalkStep, { do: 'event' }>): void {
    const { mails } = this.platform
    const sent = mails[mails.length - 1 - (mail % Math.max(1, mails.length))]
    const mailId = sent?.id ?? '<unknown@mail.example>'
    sent?.told.add(event)
    const process = this.process
    this.ask(this.outbox.mailEvents([{ mailId, event, detail: null }]), () => {
      if (process === this.process) expectTold(this, mailId, event)
    })
  }

  #reply({ id: n, state, old }: Extract<TalkStep, { do: 'reply' }>): void {
    const receipt = this.#receipt(old)
    // Its address comes with an answer, and only what was delivered is answered.
    if (this.own("SELECT 1 FROM inquiry WHERE receipt = ? AND state IN ('queued', 'undelivered')", receipt).length > 0)
      return
    const id = `1000000${n}-0000-4000-8000-${receipt.slice(-12)}`
    let [isDestroyed, isThere] = [false, false]
    const asked = this.outbox.replyAddress(receipt).then((address) => {
      const token = readReplyAddress(address ?? '', REPLY_DOMAIN)
      isDestroyed = this.destroyed.has(receipt)
      isThere = this.own("SELECT 1 FROM message WHERE id = ? AND state <> 'quarantined'", id).length > 0
      return token && this.outbox.reply(token, { id, author: 'visitor', state, contents: contentsOf(`Reply ${n}`) })
    })
    this.ask(asked, (result) => {
      if (result !== 'taken') return
      if (isDestroyed) this.faults.push('A reply to a destroyed inquiry was taken.')
      if (isThere) this.faults.push(`${id} was taken twice.`)
      this.replies.set(id, { receipt, state })
    })
  }

  #note(receipt: string): void {
    const db = this.d1.binding as D1Database
    const [at, author] = [new Date().toISOString(), 'operator 0']
    this.ask(insertNote(db, { id: crypto.randomUUID(), receipt, at, author, text: 'A note.' }))
    this.ask(insertClaim(db, receipt, author, new Date()))
    this.ask(saveAnswerDraft(db, { receipt, author, text: 'A draft.', savedAt: at }))
  }

  /** As the command does it. */
  #destroy(receipt: string): void {
    const asked = deleteMessageFiles(this.settings, receipt).then(() => this.outbox.destroy(receipt))
    this.ask(asked, (result) => {
      if (result === 'done') this.destroyed.add(receipt)
    })
  }
}

const contentsOf = (text: string, files: readonly MessageFile[] = []) => ({
  text,
  cleanHtml: null,
  files,
  leftOut: [],
  headerId: null,
  headerReferences: null,
})
