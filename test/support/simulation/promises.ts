import { QUARANTINE_MS } from '../../../functions/contract/retention.ts'
import { TOLD_REPLIES_MAX } from '../../../functions/contract/conversation-limits.ts'
import { monthsAfter } from '../../../functions/contract/retention.ts'
import { admittedId } from '../../../functions/conversation/quarantine.ts'
import { Admissions } from './admissions.ts'
import { FIRST_WEBHOOK, type Isolate, type Platform, type Sending, type WebhookBody } from './platform.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What the promises look at of an inquiry. */
export interface Row {
  receipt: string
  brand_id: string
  state: string
  key: string | null
  subject: string | null
  accepted_at: string
  delivered_at: string | null
  content: string | null
  replied_at: string | null
  remind_on: string | null
  processed_at: string | null
  processed_months: number
  destroy_at: string | null
  destroyed_at: string | null
  attempts: number
  unknowns: number
  refusals: number
  tried_since: number | null
  claimed_until: number | null
  canary: 0 | 1
  inquiry_mail: string | null
}
const ROWS = `SELECT receipt, brand_id, state, idempotency_key AS key, subject, accepted_at, delivered_at, content, replied_at, remind_on,
  processed_at, processed_months, destroy_at, destroyed_at, attempts, unknowns, refusals, tried_since, claimed_until, canary, inquiry_mail FROM inquiry`

interface Message {
  id: string
  receipt: string
  kind: 'answer' | 'reply'
  state: string
  at: string
  leftOut: number
  address: string | null
  /** JSON. */
  cc: string
  wentTo: string
  files: string
}
const MESSAGES = `SELECT id, receipt, kind, state, at, json_array_length(left_out) AS leftOut, address, cc, went_to AS wentTo, files FROM message
  ORDER BY at, rowid`

const CONTENTS = `coalesce(recipient_type, inquiry_type, subject, content, company_name, user_name, inquiry_mail, phone_number_homepage,
  file_ref_id, file_ref_id_homepage, staged, search_grams, delivery, sender, remind_on, consent_day, consent_way, idempotency_key, contents_hash, names_hash, reply_token, last_failure)`
const ENDED = "(SELECT receipt FROM inquiry WHERE state = 'destroyed')"

/** An ISO time as milliseconds since epoch. */
const MS = (column: string) => `CAST(round(unixepoch(${column}, 'subsec') * 1000) AS INTEGER)`
/** What has happened of which no webhook is told, by what the statements give. */
const untold = (happened: Record<string, string>) =>
  Object.entries(happened)
    .map(
      ([what, sql]) =>
        `SELECT receipt, ' ${what}' AS what FROM (${sql}) AS it WHERE NOT EXISTS (SELECT 1 FROM mail WHERE mail.receipt = it.receipt
          AND kind = 'webhook' AND event LIKE 'webhook-%-${what}' || coalesce('-' || key, ''))`,
    )
    .join(' UNION ALL ')

/** What no row may ever be. Each gives those that are. ?1: now, ISO 8601 */
const NEVER: Record<string, string> = {
  'a destroyed inquiry has contents': `SELECT receipt FROM inquiry WHERE state = 'destroyed' AND ${CONTENTS} IS NOT NULL`,
  'a destroyed inquiry has messages': `SELECT receipt FROM message WHERE receipt IN ${ENDED}`,
  'a destroyed inquiry has notes': `SELECT receipt FROM note WHERE receipt IN ${ENDED}`,
  'a destroyed inquiry has drafts': `SELECT receipt FROM answer_draft WHERE receipt IN ${ENDED}`,
  'a destroyed inquiry has a colleague': `SELECT receipt FROM claim WHERE receipt IN ${ENDED}`,
  'a destroyed inquiry has files': `SELECT receipt FROM inquiry_upload WHERE receipt IN ${ENDED}`,
  'a destroyed inquiry has mails': `SELECT receipt FROM mail WHERE message IS NOT NULL AND receipt IN ${ENDED}
    AND NOT (kind = 'webhook' AND event LIKE '%-destroyed')`,
  'a mail is about no inquiry': `SELECT receipt || event FROM mail WHERE receipt <> '' AND receipt NOT IN (SELECT receipt FROM inquiry)`,
  'nobody is told of an inquiry': `SELECT receipt FROM inquiry WHERE canary = 0 AND state <> 'destroyed' AND accepted_at > datetime(?1, '-300 days')
    AND receipt NOT IN (SELECT receipt FROM mail WHERE event = 'accepted')`,
  'a webhook is not told': `SELECT receipt || what FROM (${untold({
    accepted: 'SELECT receipt, NULL AS key FROM inquiry',
    delivered: 'SELECT receipt, NULL AS key FROM inquiry WHERE delivered_at IS NOT NULL',
    undelivered: "SELECT receipt, tried_since AS key FROM inquiry WHERE state = 'undelivered'",
    processed: `SELECT receipt, ${MS('processed_at')} AS key FROM inquiry WHERE processed_at IS NOT NULL`,
    answered: "SELECT receipt, id AS key FROM message WHERE kind = 'answer'",
    replied: "SELECT receipt, id AS key FROM message WHERE kind = 'reply' AND state = 'received'",
  })}) JOIN inquiry USING (receipt) WHERE canary = 0 AND state <> 'destroyed' AND accepted_at > datetime(?1, '-300 days')`,
  'a webhook is not told of a destruction': `SELECT receipt FROM inquiry WHERE canary = 0 AND destroyed_at > datetime(?1, '-300 days')
    AND receipt NOT IN (SELECT receipt FROM mail WHERE kind = 'webhook' AND event LIKE '%-destroyed')`,
  'a webhook is told of a destruction that was none': `SELECT receipt FROM mail WHERE kind = 'webhook' AND event LIKE '%-destroyed'
    AND receipt NOT IN ${ENDED}`,
  'a mail is given up too soon': `SELECT receipt || event FROM mail WHERE state = 'refused' AND changed_at - created_at < ${7 * DAY} AND unknowns < 6
    AND NOT (kind IN ('answer', 'confirmation', 'left-out') AND (answer LIKE '%E_RECIPIENT%' OR answer LIKE '%E_HEADER%'))`,
  'a mail that does not wait has its text': `SELECT receipt || event FROM mail WHERE state <> 'waiting' AND message IS NOT NULL`,
  'an answer does not say what became of its mail': `SELECT message.id FROM message JOIN mail ON mail.receipt = message.receipt AND mail.event = mail_event
    WHERE (message.state = 'waiting') <> (mail.state = 'waiting')`,
  'a reply in quarantine has open files': `SELECT id FROM message WHERE state = 'quarantined' AND files <> '[]'`,
  'a reply outside of quarantine has closed files': `SELECT id FROM message WHERE state <> 'quarantined' AND quarantine IS NOT NULL`,
  'a queued inquiry has no next attempt': `SELECT receipt FROM inquiry WHERE state = 'queued' AND (next_at IS NULL OR delivery IS NULL)`,
  'a queued inquiry is delivered': `SELECT receipt FROM inquiry WHERE state IN ('queued', 'undelivered') AND delivered_at IS NOT NULL`,
  'a mark has no day': `SELECT receipt FROM inquiry WHERE state <> 'destroyed'
    AND ((state = 'processed') <> (processed_at IS NOT NULL) OR (state = 'processed') <> (destroy_at IS NOT NULL))`,
  'what does not wait is put off': `SELECT receipt FROM inquiry WHERE remind_on IS NOT NULL AND state NOT IN ('new', 'answered')`,
  'an inquiry names files that are not there': `SELECT upload_id FROM inquiry_upload WHERE upload_id NOT IN (SELECT upload_id FROM file)`,
  'two upstreams have the contents': `SELECT receipt FROM inquiry WHERE state = 'delivered' AND delivered_at IS NOT NULL AND subject IS NOT NULL`,
}
const ALL_NEVER = Object.entries(NEVER)
  .map(([what, sql]) => `SELECT '${what}' AS what, * FROM (${sql})`)
  .join(' UNION ALL ')

/** What somebody has asked for and may still be done. */
export interface Intent {
  name: string
  receipt: string
  /** Null for all brands. */
  brandId: string | null
  shownAt: string | null
  /** Ids of the replies that the author of an answer has seen; null for every other command, which names a time. */
  seen: readonly string[] | null
  /** Id of the reply that is to be admitted. */
  reply?: string | undefined
}

/** The last attempt to deliver an inquiry. */
interface Attempt {
  by: Isolate
  at: number
  /** Null where it has sent nothing. */
  sending: Sending | null
}

/**
 * The promises, checked against every state that D1 is ever in. What breaks one is noted, because what calls this may be the core itself,
 * which survives every error.
 */
export class Promises {
  readonly broken: string[] = []
  /** Receipts of inquiries that were destroyed once, each with the time at which D1 did it. No restore takes one out. */
  readonly destroyed = new Map<string, number>()
  /** What was asked for by operators. */
  intents: Intent[] = []
  /** Ids of the answers that the author of an answer has seen, by the id of that answer. */
  readonly seenBy = new Map<string, readonly string[]>()
  /** By receipt. */
  readonly attempts = new Map<string, Attempt>()
  /** What was to be told to webhooks, ever. */
  readonly happened = new Set<string>()
  rows = new Map<string, Row>()
  messages: Message[] = []
  /** What was typed under which key, of each receipt, and when it was first seen. */
  readonly admissions = new Admissions()
  /** Addresses of which somebody has asked to have everything destroyed. */
  readonly forgotten = new Set<string>()
  readonly born = new Map<string, { brandId: string; key: string; subject: string; at: number; uploads: string[] }>()
  readonly #platform: Platform
  #changes = -1

  constructor(platform: Platform) {
    this.#platform = platform
  }

  expect(isTrue: boolean, what: () => string): void {
    if (!isTrue) this.broken.push(what())
  }

  select<T>(sql: string, ...values: (string | number)[]): T[] {
    return this.#platform.d1.rows<T>(sql, ...values)
  }

  /** After each call of D1. @param by the isolate that has called; null as the world begins */
  stored(by: Isolate | null): void {
    const { changes } = this.#platform.d1
    if (changes === this.#changes) return
    this.#changes = changes
    const before = { rows: this.rows, messages: this.messages, isDown: this.isDown }
    this.read()
    this.#expectRows()
    for (const row of this.rows.values()) this.#expectChange(before.rows.get(row.receipt), row, before.isDown)
    for (const row of this.rows.values()) this.#noteAttempt(before.rows.get(row.receipt), row, by)
    for (const { receipt, canary, state, delivered_at, destroyed_at } of before.rows.values()) {
      const end = state === 'delivered' ? delivered_at : destroyed_at
      this.expect(
        this.rows.has(receipt) || canary === 1 || (end !== null && this.now - Date.parse(end) >= 365 * DAY),
        () => `${receipt} has gone.`,
      )
    }
    const known = new Map(before.messages.map((message) => [message.id, message]))
    for (const message of this.messages) {
      const one = known.get(message.id)
      known.delete(message.id)
      if (!one) this.#expectMessage(message, before.messages)
      else if (one.kind === 'reply')
        this.expect(one.state === message.state, () => `The reply ${one.id} was ${one.state} and is ${message.state}.`)
    }
    for (const message of known.values()) this.#expectGone(message)
    this.#noteAdmissions()
  }

  /** Whether the upstream did not answer last. */
  isDown = false
  /** Takes what a restore has brought for what was there before. */
  restored(): void {
    this.intents = []
    this.attempts.clear()
    this.#changes = -1
    this.admissions.restored()
    this.read()
    this.#noteAdmissions()
  }

  read(): void {
    this.rows = new Map(this.select<Row>(ROWS).map((row) => [row.receipt, row]))
    this.messages = this.select<Message>(MESSAGES)
    for (const row of this.rows.values()) {
      for (const what of ['accepted', 'delivered', 'processed', 'destroyed'] as const)
        this.happened.add(`inquiry.${what} ${row.receipt} ${row[`${what}_at`]}`)
      if (row.state === 'undelivered') this.happened.add(`inquiry.undelivered ${row.receipt}`)
    }
    for (const { kind, state, receipt, at } of this.messages)
      if (kind === 'answer' || state === 'received')
        this.happened.add(`inquiry.${kind === 'answer' ? 'answered' : 'replied'} ${receipt} ${at}`)
    this.isDown = this.select('SELECT 1 FROM upstream_state WHERE is_down').length > 0
  }

  #noteAdmissions(): void {
    const visitors = [...this.rows.values()].flatMap(({ receipt, inquiry_mail }): [string, string][] =>
      inquiry_mail === null ? [] : [[receipt, inquiry_mail]],
    )
    this.admissions.changed(this.messages, new Map(visitors), this.now)
  }

  get now(): number {
    return this.#platform.time
  }

  #expectRows(): void {
    for (const { what, receipt } of this.select<{ what: string; receipt: string }>(
      ALL_NEVER,
      new Date(this.now).toISOString(),
    ))
      this.broken.push(`${receipt}: ${what}`)
    const counts = new Map<string, number>()
    for (const { canary, brand_id, state } of this.rows.values())
      if (canary === 0) counts.set(`${brand_id} ${state}`, (counts.get(`${brand_id} ${state}`) ?? 0) + 1)
    const counted = this.select<{ of: string; n: number }>(
      "SELECT brand_id || ' ' || state AS of, sum(n) AS n FROM inquiry_count GROUP BY 1 HAVING sum(n) <> 0",
    )
    this.expect(
      counted.length === counts.size && counted.every(({ of, n }) => counts.get(of) === n),
      () => `The counts are not those of the rows: ${JSON.stringify(counted)}`,
    )
    const files = 'SELECT receipt, upload_id, position FROM inquiry_upload JOIN file USING (upload_id)'
    for (const { receipt, upload_id, position } of this.select<{
      receipt: string
      upload_id: string
      position: number
    }>(files))
      this.expect(this.#platform.objects.has(`files/${upload_id}/00${position}`), () => `${receipt} has lost a file.`)
  }

  #expectChange(before: Row | undefined, row: Row, isDown: boolean): void {
    const { receipt, state, brand_id } = row
    const named = () => `${receipt} (${before?.state ?? 'nothing'} → ${state})`
    if (!before) {
      const uploads = this.select<{ id: string }>(
        'SELECT upload_id AS id FROM inquiry_upload WHERE receipt = ?',
        receipt,
      )
      this.born.set(receipt, {
        brandId: brand_id,
        key: row.key ?? '',
        subject: row.subject ?? '',
        at: this.now,
        uploads: uploads.map(({ id }) => id),
      })
      this.expect(state === 'queued' || state === 'new', () => `${named()} is born in a strange state.`)
      for (const [other, { brandId, key, at }] of this.born) {
        const known = this.rows.get(other)
        if (other !== receipt && brandId === brand_id && key === row.key && known && known.state !== 'destroyed')
          this.expect(
            Date.parse(row.accepted_at) - Date.parse(known.accepted_at) >= DAY,
            () => `${receipt} is a second ${other}, of ${at}.`,
          )
      }
      return
    }
    if (row.attempts > before.attempts && isDown) {
      const others = [...this.rows.values()].filter(
        (other) => other.receipt !== receipt && Number(other.claimed_until) > this.now,
      )
      this.expect(
        others.length === 0,
        () => `${receipt} is tried beside ${others[0]?.receipt} while the upstream is down.`,
      )
    }
    if (row.tried_since !== before.tried_since)
      this.#platform.sendings = this.#platform.sendings.filter(({ of }) => of !== receipt)
    if (row.remind_on !== null && row.remind_on !== before.remind_on)
      this.expect(
        this.#isAsked(row, before, 'remind'),
        () => `${named()} is put off: nobody has asked, or not seen a reply.`,
      )
    if (state === before.state) return
    this.expect(before.state !== 'destroyed', () => `${named()} has come back.`)
    switch (state) {
      case 'queued':
        return this.expect(this.#isAsked(row, before, 'send-again'), () => `${named()}: nobody has asked for it.`)
      case 'undelivered': {
        const isOver = row.unknowns >= 6 || row.refusals >= 3 || this.now - Number(row.tried_since) >= 7 * DAY
        return this.expect(
          before.state === 'processed' ? this.#isAsked(row, before, 'undo-processed') : isOver,
          () => `${named()} is given up too soon.`,
        )
      }
      case 'processed': {
        this.expect(
          ['mark-processed', 'mark-spam', 'answer'].some((name) => this.#isAsked(row, before, name)),
          () => `${named()}: nobody has asked for it, or not seen a reply.`,
        )
        const day = monthsAfter(new Date(String(row.processed_at)), row.processed_months).toISOString()
        return this.expect(row.destroy_at === day, () => `${named()} ends at ${row.destroy_at}, not ${day}.`)
      }
      case 'delivered':
        if (before.state !== 'processed')
          return this.expect(this.#platform.taken.has(receipt), () => `${named()}: no upstream has it.`)
        break
      case 'destroyed':
        this.destroyed.set(receipt, this.now)
        this.expect(Number(before.claimed_until) <= this.now, () => `${named()} while an attempt has it.`)
        return this.expect(
          this.#isAsked(row, before, 'destroy') || this.isDue(before) || (this.isListed(receipt) && this.isPaused),
          () => `${named()}: nobody has asked for it, or not seen a reply, and it is not due.`,
        )
    }
    if (before.state === 'processed')
      this.expect(
        this.#isAsked(row, before, 'undo-processed') || row.replied_at !== before.replied_at,
        () => `${named()}: nobody has asked for it.`,
      )
  }

  /** Notes who has claimed an inquiry, and expects that what became of an attempt is unknown only where nobody can know it. */
  #noteAttempt(before: Row | undefined, { receipt, attempts, unknowns }: Row, by: Isolate | null): void {
    if (before && unknowns > before.unknowns) {
      const attempt = this.attempts.get(receipt)
      const claimEnds = Number(before.claimed_until)
      const isUnknown =
        !attempt ||
        attempt.sending?.maybe === true ||
        attempt.by.disturbances.some(({ since, until }) => since <= claimEnds && until >= attempt.at) ||
        this.#platform.calls.some(
          ({ isolate, since }) => isolate === attempt.by && since >= attempt.at && since <= claimEnds,
        )
      this.expect(isUnknown, () => `What became of attempt ${attempts} of ${receipt} is known and counts as unknown.`)
    }
    if (by && attempts > (before?.attempts ?? 0)) this.attempts.set(receipt, { by, at: this.now, sending: null })
  }

  /**
   * Whether somebody of its brand has asked for it who has seen the last reply. Of an answer it is the last one that there is: one may have been
   * deleted since, and one that a restore has taken away may come once more.
   */
  #isAsked({ receipt, brand_id }: Row, { replied_at }: Row, name: string): boolean {
    const last = this.messages.findLast(
      (one) => one.receipt === receipt && one.kind === 'reply' && one.state === 'received',
    )
    const hasSeen = ({ shownAt, seen }: Intent) =>
      shownAt === null ||
      replied_at === null ||
      replied_at < shownAt ||
      (seen !== null && (last === undefined || seen.includes(last.id)))
    return this.intents.some(
      (intent) =>
        intent.name === name &&
        intent.receipt === receipt &&
        (intent.brandId ?? brand_id) === brand_id &&
        hasSeen(intent),
    )
  }

  get isPaused(): boolean {
    return this.select('SELECT 1 FROM pause').length > 0
  }

  /** Whether a restore will destroy it again. */
  isListed(receipt: string): boolean {
    return [...this.#platform.objects.keys()].some((key) => key.startsWith(`destroyed/${receipt}/`))
  }

  /** By its mark, or because nobody has marked or said anything for a year after its delivery. */
  isDue({ receipt, state, destroy_at, delivered_at, accepted_at, canary }: Row): boolean {
    if (destroy_at !== null) return Date.parse(destroy_at) <= this.now
    const said = this.messages.filter(
      (one) => one.receipt === receipt && (one.kind === 'answer' || one.state === 'received'),
    )
    const last = Math.max(Date.parse(accepted_at), ...said.map(({ at }) => Date.parse(at)))
    return (
      canary === 0 &&
      delivered_at !== null &&
      state !== 'destroyed' &&
      monthsAfter(new Date(last), 12).getTime() <= this.now
    )
  }

  /** A message goes with its inquiry, with what is kept of its address, or out of quarantine. */
  #expectGone({ id, receipt, kind, state, at, address }: Message): void {
    const row = this.rows.get(receipt)
    const isAdmitted = this.messages.some((one) => one.id === admittedId(receipt, id))
    const isOver = this.now - Date.parse(at) >= QUARANTINE_MS
    this.expect(
      !row ||
        row.state === 'destroyed' ||
        (kind === 'reply' && this.forgotten.has(String(address))) ||
        (state === 'quarantined' && (isAdmitted || isOver)),
      () => `The ${kind} ${id} (${state}) has gone.`,
    )
  }

  /** A reply that was in quarantine: an operator of its brand has asked for it, and no file is lost. */
  #expectAdmitted({ id, receipt, state, files }: Message, was: Message): void {
    const { objects } = this.#platform
    this.expect(
      was.state === 'quarantined' && state === 'received',
      () => `The admitted reply ${id} was ${was.state} and is ${state}.`,
    )
    this.expect(
      this.intents.some(
        ({ name, reply, brandId }) =>
          name === 'admit-reply' && reply === was.id && [null, this.rows.get(receipt)?.brand_id].includes(brandId),
      ),
      () => `The reply ${id} was admitted, and nobody has asked for it.`,
    )
    const kept = JSON.parse(files) as { key: string }[]
    this.expect(
      kept.length > 0 && (kept.every(({ key }) => objects.has(key)) || this.forgotten.has(String(was.address))),
      () => `The reply ${id} was admitted without its files.`,
    )
  }

  #expectMessage(message: Message, before: readonly Message[]): void {
    const { id, receipt, kind, state, at, leftOut } = message
    const row = this.rows.get(receipt)
    const was = before.find((one) => one.receipt === receipt && admittedId(receipt, one.id) === id)
    if (was) this.#expectAdmitted(message, was)
    if (kind === 'reply' && !was) {
      const fault = this.admissions.faultOf(id, state)
      this.expect(fault === null, () => `The reply ${id} ${fault}.`)
    }
    if (kind === 'reply') {
      const hourAgo = new Date(Date.parse(at) - HOUR).toISOString()
      const received = before.filter(
        (one) => one.receipt === receipt && one.kind === 'reply' && one.state === 'received',
      )
      const isTold =
        !was &&
        state === 'received' &&
        leftOut > 0 &&
        received.filter((one) => one.at > hourAgo).length < TOLD_REPLIES_MAX
      const told = this.select('SELECT created_at FROM mail WHERE receipt = ? AND event = ?', receipt, `left-out-${id}`)
      // A reply that somebody has had deleted may come once more: its sender was told the first time.
      const isRight = isTold
        ? told.length === 1
        : told.every((mail) => Number((mail as { created_at: number }).created_at) < Date.parse(at))
      this.expect(isRight, () => `${told.length} mails tell the sender of ${id} what was left out.`)
      if (state === 'received')
        this.expect(
          row?.state === 'new' && row.replied_at === at && row.destroy_at === null && row.remind_on === null,
          () => `The reply ${id} does not open ${receipt}.`,
        )
      return
    }
    // A restore may have taken later ones away.
    const last = before.findLast((one) => one.receipt === receipt && one.kind === 'answer')?.id
    this.expect(
      last === undefined || this.seenBy.get(id)?.includes(last) === true,
      () => `The author of ${id} has not seen ${last}.`,
    )
    const mails = this.select(
      "SELECT 1 FROM mail WHERE receipt = ? AND event = ? AND state = 'waiting'",
      receipt,
      `answer-${id}`,
    )
    this.expect(mails.length === 1, () => `The answer ${id} has no mail.`)
  }

  /** Before an inquiry is sent to the remote upstream. */
  inquiry(
    receipt: string,
    { contents, file_ref_id: first, file_ref_id_homepage: second }: Record<string, unknown>,
    sending: Sending,
  ): void {
    const row = this.rows.get(receipt)
    const attempt = this.attempts.get(receipt)
    if (attempt) attempt.sending = sending
    this.#expectSending(receipt)
    if (!row) return
    this.expect(
      row.state === 'queued' && Number(row.claimed_until) > this.now,
      () => `${receipt} is sent and not claimed: ${row.state}.`,
    )
    this.#expectTries(receipt, row)
    for (const reference of [first, second])
      this.expect(
        reference === null || String(reference).startsWith('reference-'),
        () => `${receipt} is sent with files under ${String(reference)}, which the upstream does not know.`,
      )
    const files = this.select('SELECT 1 FROM inquiry_upload WHERE receipt = ?', receipt)
    this.expect(
      files.length === 0 || first !== null || second !== null || String(contents).includes('offer.pdf'),
      () => `${receipt} is sent without its file.`,
    )
  }

  /** Before a mail is sent. */
  mail(event: string, to: string, cc: readonly string[]): void {
    const [, receipt = '', name = event] = /^([0-9a-f-]{36})\.(.*)$/.exec(event) ?? []
    this.#expectSending(receipt)
    const [mail] = this.select<{ state: string; unknowns: number }>(
      `SELECT mail.state, unknowns FROM mail WHERE receipt = ? AND event = ? AND instr(recipients, ?) > 0`,
      receipt,
      name,
      to,
    )
    this.expect(mail?.state === 'waiting', () => `The mail ${event} is sent and is ${mail?.state ?? 'nowhere'}.`)
    if (mail) this.#expectTries(`${event} ${to}`, mail)
    const [answer] = this.select<{ cc: string }>(
      'SELECT cc FROM message WHERE receipt = ? AND mail_event = ?',
      receipt,
      name,
    )
    const wanted = answer ? (JSON.parse(answer.cc) as string[]) : []
    this.expect(
      wanted.every((address) => cc.includes(address)) &&
        cc.every((address) => wanted.includes(address) || this.forgotten.has(address)),
      () => `The mail ${event} is copied to ${cc.join()}, not to ${wanted.join()}.`,
    )
  }

  /** Before a webhook is called. */
  webhook(name: string, { type, timestamp, data: { receipt, brand, contents } }: WebhookBody): void {
    const row = this.rows.get(receipt)
    const born = this.born.get(receipt)
    const isEnd = type === 'inquiry.destroyed'
    const said = () => `${name} is told ${type} of ${receipt}, which is ${row?.state ?? 'nowhere'}`
    this.expect(!this.isPaused, () => `${said()}, while the site is paused.`)
    this.expect(
      born?.brandId === brand && (name === FIRST_WEBHOOK) === (brand === 'vcp-x'),
      () => `${said()}, of ${born?.brandId}.`,
    )
    this.expect((row?.state === 'destroyed') === isEnd, () => `${said()}.`)
    this.expect(
      contents === undefined || (type === 'inquiry.accepted' && contents.subject === born?.subject),
      () => `${said()}, with other contents.`,
    )
    const happened = type === 'inquiry.undelivered' ? `${type} ${receipt}` : `${type} ${receipt} ${timestamp}`
    this.expect(this.happened.has(happened), () => `${said()}, and it has not happened.`)
  }

  #expectSending(receipt: string): void {
    this.expect(!this.isPaused, () => `${receipt} is sent while the site is paused.`)
    this.expect(
      !this.destroyed.has(receipt) && (receipt === '' || this.rows.has(receipt)),
      () => `${receipt} is sent after its destruction.`,
    )
  }

  /** Each sending that may have arrived was counted before the next. */
  #expectTries(of: string, { unknowns, refusals = 0 }: { unknowns: number; refusals?: number }): void {
    const before = this.#platform.sendings.filter((sending) => sending.of === of)
    const maybe = before.filter((sending) => sending.maybe)
    const refused = before.filter((sending) => sending.refused)
    this.expect(
      maybe.length <= unknowns && unknowns <= 5,
      () => `${of} was sent ${maybe.length} times and counted ${unknowns}.`,
    )
    this.expect(
      refused.length <= refusals + unknowns && refusals <= 2,
      () => `${of} was refused ${refused.length} times and counted ${refusals}.`,
    )
  }
}
