import { v5 } from 'uuid'
import { deleteMessageFiles, keepMessageFile, keepOriginal } from '../../../functions/attachments/message-files.ts'
import { REFERENCE_MS } from '../../../functions/attachments/signed-reference.ts'
import { StagedUpload } from '../../../functions/attachments/stage-upload.ts'
import { brands, scopeOf } from '../../../functions/brand/hosts.ts'
import { destroyPerson } from '../../../functions/commands/inquiries/person.ts'
import { doWithSeveral } from '../../../functions/commands/inquiries/several.ts'
import { commands } from '../../../functions/commands/table.ts'
import {
  ANSWER_STATES,
  type AnswerState,
  type MailEventName,
  PROVEN,
} from '../../../functions/contract/conversation.ts'
import type { InquiryState } from '../../../functions/contract/inquiry-body.ts'
import { seoulDay } from '../../../functions/contract/seoul.ts'
import type { FileField } from '../../../functions/contract/form-files.ts'
import { ALL_BRANDS } from '../../../functions/contract/scope.ts'
import { takeMailEvent } from '../../../functions/conversation/mail-events.ts'
import { replyState } from '../../../functions/conversation/reply-state.ts'
import { takeReply } from '../../../functions/conversation/take-reply.ts'
import { readInquiryRow, readInquiryRows } from '../../../functions/database/inquiry-row.ts'
import { waitUntil } from '../workerd.ts'
import { beginPause } from '../../../functions/database/restore-pause.ts'
import { parseEnv, type Env } from '../../../functions/env.ts'
import { ApiError, OtherContentsError, TakenBeforeError, UpstreamError } from '../../../functions/errors.ts'
import { accept } from '../../../functions/inquiries/accept.ts'
import { listRows } from '../../../functions/inquiries/export.ts'
import { filesOf, openFile } from '../../../functions/inquiries/files.ts'
import { readInquiry } from '../../../functions/inquiries/read-inquiry.ts'
import { leftOutMessage } from '../../../functions/mail/left-out-message.ts'
import { runScheduled } from '../../../functions/scheduled/run-scheduled.ts'
import { upstreamOf } from '../../../functions/upstream/select-upstream.ts'
import { inquiry } from '../site-under-test.ts'
import { type Isolate, Platform, type Weather, within } from './platform.ts'
import { type Intent, Promises } from './promises.ts'
import { COLLEAGUES, ISOLATES, OPERATORS, type Step } from './steps.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** What each event makes of an answer, unless a later state is known. */
const SAID: Record<MailEventName, AnswerState> = {
  delivered: 'delivered',
  deferred: 'delayed',
  bounced: 'bounced',
  failed: 'refused',
  rejected: 'refused',
  complained: 'delivered',
}
/** Calls of all isolates together before nothing is left to do. */
const CALLS_MAX = 5000
const PDF = new TextEncoder().encode('%PDF-1.7')
const [FIRST, , SECOND_BRAND] = brands
const BRANDS = [FIRST, SECOND_BRAND] as NonNullable<typeof FIRST>[]
/** For which brand each operator acts; the last one for all. */
const SCOPES = [...BRANDS.map(({ id }) => scopeOf(id)), ALL_BRANDS]
const FINE: Weather = { storage: 'calm', upstream: 'up', mail: 'up', webhooks: 'up' }

/** Whether nothing was done. */
const isRefusal = (error: Error) => error instanceof ApiError && error.status < 500

type Doing = Extract<Step, { isolate: number }>

/** The reference of an upload, or the id under which it waits here, and when it came. */
type Upload = { at: number } & ({ reference: string } | { held: string })

/** What an operator has on the screen. */
interface Page {
  receipt: string
  /** ISO 8601. */
  at: string
  /** Id of the last entry. */
  last: string
  /** Ids of the answers and of the replies that it shows. */
  answers: string[]
  replies: string[]
}

/** What somebody says under a key. */
const typed = (brandId: string, nth: number, text: number) => ({
  key: `00000000-0000-4000-8000-00000000000${nth}`,
  subject: `${brandId} ${nth} ${text}`,
  inquiry_mail: `visitor${nth}@customer.example`,
})

/** Two brands on one site: visitors, operators, clocks and everything that fails, in several isolates at once. */
export class World {
  readonly platform: Platform
  readonly promises: Promises
  readonly #isolates: Isolate[] = []
  #upstream: 'embedded' | 'remote'
  readonly #pages: (Page | undefined)[] = []
  /** The last upload of each brand. */
  readonly #uploads: (Upload | undefined)[] = []
  /** Receipts that visitors were told, in their order. */
  #told: string[] = []
  /** What the platform has said of each mail to its visitor, and what of that was taken. */
  readonly #events = new Map<string, Record<'told' | 'taken', Set<MailEventName>>>()
  #backup: { d1: Uint8Array; objects: Map<string, Uint8Array> } | null = null
  #ids = 0

  /** @param start milliseconds since epoch */
  constructor(upstream: 'embedded' | 'remote', start: number) {
    this.#upstream = upstream
    this.platform = new Platform(start, {
      inquiry: (receipt, body, sending) => this.promises.inquiry(receipt, body, sending),
      mail: (event, to, cc) => this.promises.mail(event, to, cc),
      webhook: (name, body) => this.promises.webhook(name, body),
      stored: (by) => this.promises.stored(by),
    })
    this.promises = new Promises(this.platform)
    for (let index = 0; index < ISOLATES; index++) this.#start(index)
    this.promises.stored(null)
  }

  async take(step: Step): Promise<void> {
    const { platform, promises } = this
    platform.time += 1
    switch (step.do) {
      case 'answer one':
        return platform.answer(step.which, step.fate)
      case 'answer all':
        return this.#answerAll(step.most, step.fate, step.newestFirst)
      case 'send':
        this.#send(step)
        break
      case 'telephone':
        this.#telephone(step)
        break
      case 'upload':
        this.#in(step, (env) => this.#upload(env, step.brand))
        break
      case 'run':
        this.#in(step, (_env, { raw }) => runScheduled(raw, { cron: step.cron, now: new Date() }))
        break
      case 'look':
        this.#pages[step.operator] = this.#look(step.which)
        await this.#expectFiles(this.#pages[step.operator]?.receipt)
        break
      case 'command':
        this.#command(step)
        break
      case 'send again':
        this.#sendAgain(step)
        break
      case 'several':
        this.#several(step)
        break
      case 'person':
        this.#person(step)
        break
      case 'reply':
        this.#reply(step)
        break
      case 'admit':
        this.#admit(step)
        break
      case 'mail event': {
        const mail = platform.mails.at(step.which - platform.mails.length)
        if (!mail) return
        const said = this.#events.get(mail.id) ?? { told: new Set(), taken: new Set() }
        this.#events.set(mail.id, said)
        const { event } = step
        const copied = step.isOfCopy ? mail.cc[0] : undefined
        if (copied === undefined) said.told.add(event)
        void this.#in(step, async (env) => {
          const isTaken = await takeMailEvent(env, {
            mailId: mail.id,
            event,
            detail: null,
            recipient: copied ?? mail.to,
          })
          if (isTaken && copied === undefined) said.taken.add(event)
        })
        break
      }
      case 'weather':
        platform.weather = { ...platform.weather, ...step.weather }
        break
      case 'pass':
        // No call of the platform lasts for so long: it is never answered, and never done.
        if (step.ms > 10 * MINUTE) {
          platform.forgetCalls()
          promises.intents = []
          promises.admissions.newEra()
        }
        return platform.pass(step.ms)
      case 'die':
        this.#start(step.isolate)
        break
      case 'back up':
        this.#backup = { d1: platform.d1.serialize(), objects: new Map(platform.objects) }
        break
      case 'restore':
        this.#restore()
        break
      case 'resume':
        this.#in(step, (env) => commands.resume.perform(this.#call(env, OPERATORS.length - 1), {}))
        break
      case 'other upstream':
        this.#upstream = this.#upstream === 'embedded' ? 'remote' : 'embedded'
        // References are signed for one upstream.
        this.#uploads.length = 0
        for (let index = 0; index < ISOLATES; index++) this.#start(index)
    }
    // Of dead isolates, what was sent may still arrive.
    promises.intents = promises.intents.filter((intent) => this.#isOpen(intent))
    await platform.settle()
  }

  /** Everything is well again, and time passes until everything has ended. */
  async recover(): Promise<void> {
    const { platform, promises } = this
    platform.weather = FINE
    await this.#answerAll()
    for (let tries = 0; promises.isPaused && tries < 5; tries++)
      await this.take({ do: 'resume', isolate: 0 }).then(() => this.#answerAll())
    promises.expect(!promises.isPaused, () => 'The site cannot be resumed.')
    // While the upstream is down one attempt is made at a time. Where that one has died with its isolate, the others wait for its claim to end.
    const claimed = [...promises.rows.values()].map(({ claimed_until }) => Number(claimed_until) - platform.time)
    await platform.pass(Math.max(16 * SECOND, ...claimed))
    await this.#answerAll()
    await this.#recoverInPart()
    await platform.pass(16 * SECOND)
    const queued = this.#queued()
    for (const ms of [59 * SECOND, MINUTE]) await this.#let(ms, '* * * * *')
    for (const { receipt } of queued)
      promises.expect(
        promises.rows.get(receipt)?.state !== 'queued',
        () => `${receipt} is not delivered 120 s after the return of the upstream.`,
      )
    for (const ms of [0, MINUTE, 6 * MINUTE, HOUR, 5 * HOUR, 18 * HOUR, HOUR, 24 * HOUR, HOUR])
      await this.#let(ms, '* * * * *', '17 * * * *', '*/15 * * * *', '* * * * *')
    this.#expectEnd()
  }

  /** What waits for the next attempt and for nothing else. */
  #queued() {
    return [...this.promises.rows.values()].filter(
      ({ state, unknowns, refusals, claimed_until }) =>
        state === 'queued' && unknowns + refusals === 0 && claimed_until === null,
    )
  }

  /** The inquiries of one brand still fail, and the mails to the operators of the other: nothing else waits for more than its turn. */
  async #recoverInPart(): Promise<void> {
    const { platform, promises } = this
    const [{ mail }, other] = BRANDS as [(typeof BRANDS)[0], (typeof BRANDS)[0]]
    platform.isFailing = (of) => mail.notify.includes(of) || promises.rows.get(of)?.brand_id === other.id
    const queued = this.#queued()
    const waits = queued.filter(({ receipt }) => !platform.isFailing(receipt))
    const [{ n } = { n: 0 }] = promises.select<{ n: number }>("SELECT count(*) AS n FROM mail WHERE state = 'waiting'")
    // Ten of those that fail have their turn in a minute.
    for (let minutes = 2 + Math.max(queued.length - waits.length, n) / 10; minutes > 0; minutes--)
      await this.#let(MINUTE, '* * * * *')
    for (const { receipt } of waits)
      promises.expect(promises.rows.get(receipt)?.state !== 'queued', () => `${receipt} waits for others that fail.`)
    const mails = promises.select<{ event: string; recipients: string }>(
      "SELECT receipt || '.' || event AS event, recipients FROM mail WHERE state = 'waiting' AND kind <> 'webhook' AND unknowns = 0",
    )
    for (const { event, recipients } of mails)
      promises.expect(
        (JSON.parse(recipients) as string[]).some(platform.isFailing),
        () => `The mail ${event} waits for others that fail.`,
      )
    platform.isFailing = () => false
  }

  async #let(ms: number, ...crons: string[]): Promise<void> {
    await this.platform.pass(ms)
    for (const cron of crons) {
      await this.take({ do: 'run', isolate: 0, cron } as Step)
      await this.#answerAll()
    }
  }

  /** Answers calls until none waits, or so many. */
  async #answerAll(most = CALLS_MAX, fate = 11, newestFirst = false): Promise<void> {
    let count = 0
    for (; count < most && this.platform.calls.length > 0; count++) {
      this.platform.time += 1
      await this.platform.answer(newestFirst ? this.platform.calls.length - 1 : 0, fate + count * 7)
    }
    this.promises.expect(count < CALLS_MAX, () => 'The site never comes to rest.')
  }

  #start(index: number): void {
    const before = this.#isolates[index]
    if (before) {
      before.isDead = true
      before.disturbances.push({ since: this.platform.time, until: Infinity })
    }
    this.#isolates[index] = this.platform.isolate(this.#upstream)
  }

  /** Does something in an isolate. What it throws its caller would be told. */
  #in<T>(
    { isolate: index }: Pick<Doing, 'isolate'>,
    work: (env: Env, isolate: Isolate) => Promise<T>,
  ): Promise<T | Error> {
    const isolate = this.#isolates[index] as Isolate
    return within(isolate, async () => work(parseEnv(isolate.raw), isolate)).catch((error: Error) => error)
  }

  #send({ isolate, brand: index, key: nth, text, files }: Extract<Step, { do: 'send' }>): void {
    const { id, whiteLabel } = BRANDS[index] as (typeof BRANDS)[0]
    const { key, subject, inquiry_mail } = typed(id, nth, text)
    const since = this.platform.time
    const before = files === 'uploaded before' ? this.#uploads[index] : undefined
    const upload = before && since - before.at < REFERENCE_MS ? before : undefined
    const sent = this.#in({ isolate }, async (env) => {
      const uploads = new Map<FileField, StagedUpload>()
      if (files === 'with the form') uploads.set('files', await this.#staged(env))
      return accept({
        env,
        visitor: {
          brandId: id,
          whiteLabel,
          requestId: 'r',
          csrfToken: null,
          turnstile: null,
          privacyVersions: [],
          locale: 'en',
        },
        inquiry: {
          ...inquiry,
          subject,
          inquiry_mail,
          processed_months: 6,
          held_files: upload && 'held' in upload ? [upload.held] : [],
          file_ref_id: upload && 'reference' in upload ? upload.reference : null,
        },
        key,
        turnstileToken: null,
        uploads,
      })
    })
    this.#isTold(sent, { id, key, subject, since })
  }

  /** An operator of all brands notes what somebody says on the telephone, under a key that a visitor may have sent something under. */
  #telephone({ isolate, brand: index, key: nth, text }: Extract<Step, { do: 'telephone' }>): void {
    const { id } = BRANDS[index] as (typeof BRANDS)[0]
    const { key, subject, inquiry_mail } = typed(id, nth, text)
    const since = this.platform.time
    const fields = {
      ...inquiry,
      subject,
      inquiry_mail,
      country_code: '+82',
      phone_number: '1',
      privacy_consent: 'true',
    }
    const sent = this.#in({ isolate }, (env) =>
      commands['take-by-telephone']
        .perform(this.#call(env, OPERATORS.length - 1), {
          brand: id,
          kind: 'sales',
          key,
          fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
          consent: { day: new Date(since).toISOString().slice(0, 10), way: 'spoken' },
          policy: null,
          months: 6,
          language: 'en',
        })
        .catch((error: unknown) => {
          if (error instanceof TakenBeforeError) return { receipt: error.id }
          throw error
        }),
    )
    this.#isTold(sent, { id, key, subject, since })
  }

  /** Whoever has sent an inquiry is told a receipt of what was sent, or that nothing was taken. */
  #isTold(
    sent: Promise<{ receipt: string; state?: InquiryState } | Error>,
    { id, key, subject, since }: { id: string; key: string; subject: string; since: number },
  ): void {
    const ofKey = () => [...this.promises.born].filter(([, born]) => born.brandId === id && born.key === key)
    const living = () => ofKey().filter(([other]) => this.promises.rows.get(other)?.state !== 'destroyed')
    const known = living()
    void sent.then((told) => {
      const { promises } = this
      // One that was destroyed meanwhile may have been told of.
      const others = [...living(), ...known, ...ofKey().filter(([, born]) => born.at >= since)]
      if (told instanceof OtherContentsError)
        return promises.expect(others.length > 0, () => `${subject} is refused as other contents of nothing.`)
      if (told instanceof Error)
        return promises.expect(
          told instanceof ApiError || /lost|not there|deleted/.test(told.message),
          () => `${subject}: ${told.stack}`,
        )
      const { receipt, state } = told
      this.#told.push(receipt)
      const row = promises.rows.get(receipt)
      const born = promises.born.get(receipt)
      promises.expect(
        born?.subject === subject && born.brandId === id,
        () => `The visitor with ${subject} was told ${receipt} of ${born?.subject}.`,
      )
      promises.expect(
        state !== 'delivered' || row?.state === 'destroyed' || row?.delivered_at !== null,
        () => `${receipt} is ${row?.state} and was told as delivered.`,
      )
      if (row?.state === 'destroyed')
        promises.expect(
          Number(promises.destroyed.get(receipt)) >= since || state === 'destroyed',
          () => `${receipt} was destroyed before and is told again.`,
        )
    })
  }

  /** A request of a client of its own. */
  get request(): Request {
    const client = `10.${this.#ids & 255}.${(this.#ids++ >> 8) & 255}.${(this.#ids >> 16) & 255}`
    return { headers: new Headers({ 'content-length': '16', 'cf-connecting-ip': client }) } as Request
  }

  async #staged(env: Env): Promise<StagedUpload> {
    const upload = new StagedUpload(env, this.request)
    const chunks = (async function* () {
      yield PDF
    })()
    await upload.add({ name: 'files', filename: 'offer.pdf', chunks } as never, 1000)
    return upload
  }

  async #upload(env: Env, index: number): Promise<void> {
    const upload = await this.#staged(env)
    const { whiteLabel } = BRANDS[index] as (typeof BRANDS)[0]
    const at = Date.now()
    this.#uploads[index] = await upload.forward(upstreamOf(env), { requestId: 'r', whiteLabel }).then(
      (reference) => ({ at, reference }),
      (error: unknown) => (error instanceof UpstreamError && error.held ? { at, held: error.held } : undefined),
    )
  }

  #look(which: number): Page | undefined {
    const { promises, platform } = this
    const receipts = [...promises.rows.values()].flatMap(({ receipt, canary }) => (canary === 1 ? [] : [receipt]))
    const receipt = receipts[which % receipts.length]
    if (receipt === undefined) return undefined
    const thread = promises.messages.filter((message) => message.receipt === receipt)
    const idsOf = (kind: 'answer' | 'reply') => thread.flatMap((one) => (one.kind === kind ? one.id : []))
    return {
      receipt,
      at: new Date(platform.time).toISOString(),
      last: thread.at(-1)?.id ?? receipt,
      answers: idsOf('answer'),
      replies: idsOf('reply'),
    }
  }

  /**
   * Until a remote upstream has taken an inquiry, its page and an export show all its files and the page opens them, whatever upstream the site
   * has now and whether it answers.
   */
  async #expectFiles(receipt: string | undefined): Promise<void> {
    const { promises, platform } = this
    const row = promises.rows.get(receipt ?? '')
    const uploads = promises.born.get(row?.receipt ?? '')?.uploads ?? []
    if (!row || uploads.length === 0 || row.state === 'destroyed') return
    if (row.delivered_at !== null && row.content === null) return
    // Its upstream answers nothing: only what runs in an isolate reaches it.
    const env = { ...parseEnv((this.#isolates[0] as Isolate).raw), ...platform.calm }
    const shown = async () => {
      const known = await readInquiry(env, row.receipt)
      const files = await filesOf(env, known, 'r')
      const opened = await Promise.all(files.map(({ key }) => openFile(env, key, known, 'r')))
      const [listed] = await listRows(env, await readInquiryRows(env.DB, [row.receipt]), false)
      return { files: files.map(({ key }) => key), opened, listed: listed?.files.map(({ file_key }) => file_key) }
    }
    const { files, opened, listed } = await shown().catch((error: Error) => {
      promises.broken.push(`The files of ${receipt} are not shown: ${error.stack}`)
      return { files: [], opened: [], listed: [] }
    })
    const all = uploads.toSorted()
    const are = (keys: string[] | undefined, keyOf: (id: string) => string) =>
      JSON.stringify(keys?.toSorted()) === JSON.stringify(all.map(keyOf))
    promises.expect(
      are(files, (id) => `${id}-0`) && opened.every(({ size }) => size === PDF.length),
      () => `The page of ${receipt} (${row.state}) shows ${files.join()}, not the files of ${all.join()}.`,
    )
    promises.expect(
      are(listed, (id) => `files/${id}/000`),
      () => `An export names ${listed?.join()} of ${receipt} (${row.state}), not the files of ${all.join()}.`,
    )
  }

  #call(env: Env, operator: number) {
    return {
      env,
      actor: OPERATORS[operator] ?? '',
      scope: SCOPES[operator] ?? ALL_BRANDS,
      now: new Date(),
      requestId: 'r',
      waitUntil,
    }
  }

  #command({ isolate, operator, name, isProcessed, copies }: Extract<Step, { do: 'command' }>): void {
    const page = this.#pages[operator]
    if (!page) return
    const { receipt, at, last, answers } = page
    const id = this.uuid()
    const cc = COLLEAGUES.slice(0, copies)
    const input = {
      answer: {
        receipt,
        id,
        text: 'Yes.',
        seen: last,
        processed: isProcessed,
        cc,
        files: [{ name: 'offer.pdf', bytes: PDF }],
      },
      'answer-again': { receipt, id: answers.at(-1) ?? id, ...(isProcessed && { cc }) },
      'save-answer-draft': { receipt, text: 'Perhaps.' },
      note: { receipt, text: 'Call him.' },
      remind: { receipt, on: isProcessed ? null : seoulDay(this.platform.time + 2 * 24 * HOUR), shownAt: at },
    }[name as string] ?? { receipt, shownAt: at }
    if (name === 'answer') this.promises.seenBy.set(id, answers)
    const hasEffect = name !== 'answer' || isProcessed
    void this.#asked(isolate, operator, hasEffect ? name : '', page, (env) =>
      (commands[name].perform as (call: object, input: object) => Promise<unknown>)(this.#call(env, operator), input),
    )
  }

  /** An operator of all brands looks at one of those that wait, perhaps while an attempt has it, and has it sent again. */
  #sendAgain({ isolate, which }: Extract<Step, { do: 'send again' }>): void {
    const rows = [...this.promises.rows.values()].filter(({ canary }) => canary === 0)
    const waiting = rows.flatMap(({ state }, index) => (state === 'queued' || state === 'undelivered' ? index : []))
    const operator = OPERATORS.length - 1
    this.#pages[operator] = this.#look(waiting[which % Math.max(waiting.length, 1)] ?? 0)
    this.#command({ do: 'command', isolate, operator, name: 'send-again', isProcessed: false, copies: 0 })
  }

  #several({ isolate, operator, command }: Extract<Step, { do: 'several' }>): void {
    const receipts = [...new Set(this.#pages.flatMap((page) => page?.receipt ?? []))]
    const page = this.#pages[operator]
    if (!page) return
    const name = { processed: 'mark-processed', spam: 'mark-spam', destroy: 'destroy' }[command]
    for (const receipt of receipts) {
      const asked = { ...page, receipt }
      void this.#asked(
        isolate,
        operator,
        name,
        asked,
        (env) => doWithSeveral(this.#call(env, operator), command, [receipt], page.at),
        ({ done, failed }) => (failed.includes(receipt) ? 'unknown' : done.includes(receipt)),
      )
    }
  }

  /** Somebody has asked an operator to destroy what is kept of his address. */
  #person({ isolate, operator, key: nth }: Extract<Step, { do: 'person' }>): void {
    const { inquiry_mail, key } = typed('', nth, 0)
    const email = COLLEAGUES[nth - 3] ?? inquiry_mail
    const at = new Date(this.platform.time).toISOString()
    const scope = SCOPES[operator]
    const { rows, born } = this.promises
    this.promises.forgotten.add(email)
    if (email !== inquiry_mail)
      return void this.#in({ isolate }, (env) =>
        destroyPerson(this.#call(env, operator), { email, receipts: [], shownAt: at }),
      )
    const receipts = [...rows.values()]
      .filter(({ receipt }) => born.get(receipt)?.key === key)
      .filter(({ brand_id }) => scope === ALL_BRANDS || scope?.id === brand_id)
      .map(({ receipt }) => receipt)
    let done: ReturnType<typeof destroyPerson> | undefined
    for (const receipt of receipts)
      void this.#asked(
        isolate,
        operator,
        'destroy',
        { receipt, at, last: '', answers: [], replies: [] },
        (env) => (done ??= destroyPerson(this.#call(env, operator), { email, receipts, shownAt: at })),
        (outcome) => (outcome.failed.includes(receipt) ? 'unknown' : outcome.done.includes(receipt)),
      )
  }

  /** Notes what an operator asks for until it is answered. */
  async #asked<T>(
    isolate: number,
    operator: number,
    name: string,
    { receipt, at, replies }: Page,
    work: (env: Env) => Promise<T>,
    isDone: (result: T) => boolean | 'unknown' = () => true,
    reply?: string,
  ): Promise<void> {
    const { promises } = this
    const scope = SCOPES[operator]
    const brandId = scope === ALL_BRANDS || !scope ? null : scope.id
    const intent = {
      name,
      receipt,
      brandId,
      shownAt: ['undo-processed', 'send-again', 'admit-reply'].includes(name) ? null : at,
      seen: name === 'answer' ? replies : null,
      reply,
      isolate: this.#isolates[isolate],
      isUnknown: false,
    }
    promises.intents.push(intent)
    const brand = promises.rows.get(receipt)?.brand_id
    const result = await this.#in({ isolate }, work)
    // A call that was not answered in its time may still be done.
    intent.isUnknown = result instanceof Error ? !isRefusal(result) : isDone(result) === 'unknown'
    if (!intent.isUnknown) intent.name = ''
    const isForeign = brandId !== null && brand !== undefined && brand !== brandId
    promises.expect(
      !isForeign || result instanceof Error || isDone(result) !== true,
      () => `${name} on ${receipt} was done for another brand.`,
    )
    promises.expect(
      !(result instanceof Error) || result instanceof ApiError || /lost|not there|There is no/.test(result.message),
      () => `${name}: ${(result as Error).stack}`,
    )
  }

  /** Whether it may still be done: what a dead isolate has sent, or was not answered, may arrive yet. */
  #isOpen(intent: Intent & { isolate?: Isolate; isUnknown?: boolean }): boolean {
    const { isolate, isUnknown } = intent
    const isAwaited = !isolate?.isDead && !isUnknown
    return intent.name !== '' && (isAwaited || this.platform.calls.some((call) => call.isolate === isolate))
  }

  #reply({ isolate, which, id, from, isProven, isMachine, leavesOut }: Extract<Step, { do: 'reply' }>): void {
    const rows = [...this.promises.rows.values()].filter(({ canary }) => canary === 0)
    const row = rows[which % Math.max(rows.length, 1)]
    if (!row) return
    const { receipt, brand_id: brandId } = row
    const { promises, platform } = this
    const since = platform.time
    void this.#in({ isolate }, async (env) => {
      // As functions/conversation/receive-reply.ts does.
      const known = await readInquiryRow(env.DB, receipt)
      if (!known || known.state === 'destroyed') return
      const author = from === 'visitor' ? (known.inquiry_mail ?? '') : from
      const state = await replyState(env, known, { from: author, isProven, isMachine })
      const messageId = v5(`${id} ${isProven ? author : 'quarantined'} ${isMachine}`, receipt)
      promises.admissions.arrives(messageId, { receipt, from: author, isProven, isMachine, at: since })
      const folder = this.uuid()
      const place = { receipt, folder }
      const original = await keepOriginal(
        env,
        { ...place, position: 0 },
        { subject: 'Order', bytes: PDF.slice().buffer },
      )
      const file = await keepMessageFile(env, { ...place, position: 1 }, { name: 'order.pdf', bytes: PDF }, 1000)
      const leftOut = leavesOut ? ([{ name: 'order.exe', fault: 'file-wrong-type' }] as const) : []
      const kept = { files: [file, original], leftOut }
      const closed = { files: [], leftOut: [], quarantine: kept }
      const contents = {
        text: 'Thank you.',
        cleanHtml: null,
        ...(state === 'quarantined' ? closed : kept),
        headerId: null,
        headerReferences: null,
      }
      const leftOutMail = leftOutMessage({
        language: 'en',
        brand: BRANDS[0] as (typeof BRANDS)[0],
        onBehalf: null,
        subject: '',
        leftOut,
        bytesMax: 1000,
        thread: { id: null, references: null },
      })
      const message = {
        id: messageId,
        author,
        state,
        detail: state === 'quarantined' && isProven ? PROVEN : null,
        contents,
        leftOutMail,
      }
      const result = await takeReply(env, { receipt, brandId }, message, new Date())
      if (result === 'taken') return
      await deleteMessageFiles(env, receipt, folder)
    })
  }

  /** An operator presses the button of one of the replies in quarantine. */
  #admit({ isolate, operator, which }: Extract<Step, { do: 'admit' }>): void {
    const apart = this.promises.messages.filter(({ state }) => state === 'quarantined')
    const reply = apart[which % Math.max(apart.length, 1)]
    if (!reply) return
    const { id, receipt } = reply
    const page = { receipt, at: new Date(this.platform.time).toISOString(), last: id, answers: [], replies: [] }
    void this.#asked(
      isolate,
      operator,
      'admit-reply',
      page,
      (env) => commands['admit-reply'].perform(this.#call(env, operator), { receipt, id }),
      () => true,
      id,
    )
  }

  /** The site as it was when it was backed up. The list of what was destroyed stays. */
  #restore(): void {
    if (!this.#backup) return
    const { platform, promises } = this
    for (let index = 0; index < ISOLATES; index++) this.#start(index)
    platform.calls = []
    platform.sendings = []
    const list = [...platform.objects].filter(([key]) => key.startsWith('destroyed/'))
    platform.objects.clear()
    for (const [key, bytes] of [...this.#backup.objects, ...list]) platform.objects.set(key, bytes)
    platform.d1.restore(this.#backup.d1)
    void beginPause(platform.d1.binding as D1Database, new Date())
    promises.restored()
    this.#told = this.#told.filter((receipt) => promises.rows.has(receipt))
    this.#uploads.length = 0
    for (const { taken } of this.#events.values()) taken.clear()
  }

  uuid(): string {
    return `00000000-0000-4000-9000-${String(++this.#ids).padStart(12, '0')}`
  }

  /** Everything has ended, and nothing more is kept than was promised. */
  #expectEnd(): void {
    const { platform, promises } = this
    for (const { receipt, state, ...row } of promises.rows.values()) {
      promises.expect(state !== 'queued', () => `${receipt} is never delivered.`)
      promises.expect(
        !promises.isDue({ receipt, state, ...row }) || state === 'destroyed',
        () => `${receipt} is kept too long.`,
      )
      promises.expect(state === 'destroyed' || !promises.destroyed.has(receipt), () => `${receipt} has come back.`)
    }
    for (const receipt of this.#told) {
      const isThere = promises.rows.has(receipt) || promises.destroyed.has(receipt)
      promises.expect(isThere, () => `${receipt} is lost.`)
    }
    for (const receipt of promises.destroyed.keys())
      promises.expect(
        promises.isListed(receipt) || !promises.rows.has(receipt),
        () => `The list does not name ${receipt}.`,
      )
    for (const { receipt, state } of promises.rows.values())
      promises.expect(
        state === 'destroyed' || !promises.isListed(receipt),
        () => `A restore would destroy ${receipt}, which is ${state}.`,
      )
    const answers = promises.select<{ id: string; mail: string; state: AnswerState }>(
      "SELECT id, mail_id AS mail, state FROM message WHERE kind = 'answer' AND mail_id IS NOT NULL",
    )
    for (const { id, mail, state } of answers) {
      const { told = [], taken = [] } = this.#events.get(`<${mail}>`) ?? {}
      const least = Math.max(1, ...[...taken].map((event) => ANSWER_STATES.indexOf(SAID[event])))
      const isSaid = state === 'handed over' || [...told].some((event) => SAID[event] === state)
      promises.expect(
        isSaid && ANSWER_STATES.indexOf(state) >= least,
        () => `Nothing has said that the answer ${id} is ${state}.`,
      )
    }
    const waiting = promises.select<{ event: string }>("SELECT event FROM mail WHERE state = 'waiting'")
    promises.expect(waiting.length === 0, () => `${waiting[0]?.event} is never sent.`)
    const told = promises.select<{ id: string }>(
      "SELECT 'msg_' || receipt || '_' || event AS id FROM mail WHERE kind = 'webhook' AND state = 'handed-over'",
    )
    for (const { id } of told) promises.expect(platform.heard.has(id), () => `No webhook has heard of ${id}.`)
    const taken = new Set(platform.mails.map(({ event }) => event))
    const handedOver = promises.select<{ event: string }>(
      "SELECT iif(receipt = '', '', receipt || '.') || event AS event FROM mail WHERE kind <> 'webhook' AND state = 'handed-over'",
    )
    for (const { event } of handedOver) promises.expect(taken.has(event), () => `Nobody has taken the mail ${event}.`)
    const named = new Set(
      promises.select<{ id: string }>('SELECT upload_id AS id FROM inquiry_upload').map(({ id }) => id),
    )
    const uploads = promises.select<{ id: string }>('SELECT id FROM upload').map(({ id }) => id)
    for (const id of uploads) promises.expect(named.has(id), () => `The upload ${id} is kept for nothing.`)
    for (const key of platform.objects.keys()) {
      const [folder, of = ''] = key.split('/')
      const isKept = {
        destroyed: true,
        files: named.has(of),
        conversation: promises.rows.get(of)?.state !== 'destroyed' && promises.rows.has(of),
      }
      promises.expect(isKept[folder as keyof typeof isKept] ?? false, () => `${key} is left in R2.`)
    }
    // The index has no canaries, and the check expects every row.
    promises.select('DELETE FROM inquiry WHERE canary = 1')
    promises.select("INSERT INTO inquiry_search (inquiry_search, rank) VALUES ('integrity-check', 1)")
    this.#expectNoWord()
  }

  /** What was typed into destroyed inquiries is in no table. */
  #expectNoWord(): void {
    const { promises } = this
    const living = new Set([...promises.rows.values()].map(({ subject }) => subject))
    const texts = promises.select<{ name: string; columns: string }>(
      "SELECT t.name, group_concat(c.name) AS columns FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE c.type = 'TEXT' GROUP BY 1",
    )
    const all = JSON.stringify(texts.map(({ name, columns }) => promises.select(`SELECT ${columns} FROM ${name}`)))
    for (const receipt of promises.destroyed.keys()) {
      const subject = promises.born.get(receipt)?.subject ?? ''
      promises.expect(living.has(subject) || !all.includes(subject), () => `${subject} is found after its destruction.`)
    }
  }
}
