import { expect } from 'vitest'
import { type AnswerState, ANSWER_STATES, type MailEventName } from '../../../functions/contract/conversation.ts'
import type { MessageRow } from '../../../functions/database/message.ts'
import { objects } from '../outbox-under-test.ts'
import type { Talk } from './talk.ts'

interface OwnRow {
  id: string
  receipt: string
  kind: string
  at: number
  state: AnswerState
  version: number
  mailId: string | null
  mailState: string | null
}

/** What the events of a mail make of its answer. */
const STATE_OF: Record<MailEventName, AnswerState> = {
  deferred: 'delayed',
  delivered: 'delivered',
  complained: 'delivered',
  bounced: 'bounced',
  failed: 'refused',
  rejected: 'refused',
}
const ORDER = ['waiting', 'handed over', 'delayed', 'delivered', 'bounced', 'refused']

/** An answer shows at least what was told of its mail. */
export function expectTold(talk: Talk, mailId: string, event: MailEventName): void {
  const [row] = talk.own<{ state: string }>('SELECT state FROM message WHERE mail_id = ?', mailId.replace(/[<>]/g, ''))
  if (row) expect(ORDER.indexOf(row.state), row.state).toBeGreaterThanOrEqual(ORDER.indexOf(STATE_OF[event]))
}

/** What must be true when everything is well again and nothing waits. */
export async function expectPromises(talk: Talk): Promise<void> {
  expect(talk.faults).toEqual([])
  const own = talk.own<OwnRow>(
    `SELECT m.id, m.receipt, m.kind, m.at, m.state, m.version, m.mail_id AS mailId, l.state AS mailState
       FROM message AS m LEFT JOIN mail AS l ON l.receipt = m.receipt AND l.event = m.mail_event ORDER BY m.at, m.rowid`,
  )
  const rows = talk.shown<MessageRow>('SELECT * FROM message ORDER BY at, rowid')
  const told = (row: { id: string; kind: string; state: string; version: number }) =>
    [row.id, row.kind, row.state, row.version].join()
  expect(rows.map(told).toSorted(), 'D1 shows what the outbox has.').toEqual(own.map(told).toSorted())
  const answers = own.filter(({ kind }) => kind === 'answer')
  for (const [id, { result, receipt }] of talk.results) {
    const isStored = answers.some((answer) => answer.id === id)
    if (talk.doomed.has(receipt)) expect(isStored, `${id} is destroyed.`).toBe(false)
    else if (result === 'done') expect(isStored, `${id} was accepted, and is not lost.`).toBe(true)
    else expect(isStored, `${id} was refused: ${result}.`).toBe(false)
  }
  for (const answer of answers) expectAnswer(talk, answer, rows)
  for (const [id, { receipt, state }] of talk.replies) {
    const found = own.filter((row) => row.id === id).length
    if (talk.doomed.has(receipt)) expect(found).toBe(0)
    else if (state === 'quarantined') expect(found).toBeLessThanOrEqual(1)
    else expect(found, `${id} was taken.`).toBe(1)
  }
  for (const receipt of talk.receipts)
    if (talk.doomed.has(receipt)) expectNothingLeft(talk, receipt)
    else expectState(talk, receipt, own)
}

function expectAnswer(talk: Talk, { id, state, mailId, mailState }: OwnRow, rows: MessageRow[]): void {
  expect(ANSWER_STATES).toContain(state)
  expect(state, `${id} waits for ever.`).not.toBe('waiting')
  const mails = talk.platform.mails.filter(({ answer }) => answer === id)
  if (state !== 'refused') expect(mails.length, `${id} was sent.`).toBeGreaterThan(0)
  // What a restore has brought back from D1 alone does not know its mail.
  const own = mailId === null ? mails : mails.filter((mail) => mail.id === `<${mailId}>`)
  const told = own.flatMap((mail) => [...mail.told].map((event) => STATE_OF[event]))
  const isGivenUp = mailState === 'refused' || mailState === null
  expect(
    ['handed over', ...told, ...(isGivenUp ? ['refused'] : [])],
    `No more is said of ${id} than is known.`,
  ).toContain(state)
  expect(rows.find((row) => row.id === id)?.text).toBe(`Text of ${id}`)
}

/** The state of an inquiry is what the last word makes of it. Of one that only D1 had after a restore nothing could be delivered. */
function expectState(talk: Talk, receipt: string, own: OwnRow[]): void {
  const unsent = "SELECT 1 FROM inquiry WHERE receipt = ? AND state = 'undelivered' AND payload IS NULL"
  if (talk.own(unsent, receipt).length > 0) return
  let state = 'new'
  let last: string | null = null
  for (const { id, kind, state: said } of own.filter((row) => row.receipt === receipt))
    if (kind === 'answer') {
      const isBlind = state === 'new' && last !== null && talk.seenReplies.get(id) !== last
      // A reply that came between the two parts of a backup waits for nobody.
      if (isBlind && talk.isRestored) return
      if (isBlind) continue
      state = state === 'processed' || talk.processed.has(id) ? 'processed' : 'answered'
    } else if ((said as string) === 'received') {
      state = 'new'
      last = id
    }
  const [row] = talk.shown<{
    state: string
    processed_at: string | null
    destroy_at: string | null
    answered_at: string | null
  }>('SELECT state, processed_at, destroy_at, answered_at FROM inquiry_record WHERE receipt = ?', receipt)
  // A mark that came while the backup was read may be in D1 without the answer that it came with. A reply after it takes it back.
  const reply = own.findLast((message) => message.receipt === receipt && (message.state as string) === 'received')
  const repliedAt = reply ? reply.at + Number(state === 'new') : 0
  if (talk.isRestored && row?.state === 'processed' && Date.parse(row.processed_at ?? '') >= repliedAt)
    state = 'processed'
  expect(row?.state, receipt).toBe(state)
  expect(row?.destroy_at !== null, 'Only what is processed has a day of destruction.').toBe(state === 'processed')
  const isAnswered = own.some((message) => message.receipt === receipt && message.kind === 'answer')
  expect(row?.answered_at !== null).toBe(isAnswered)
}

/** Nothing is left of what was said about a destroyed inquiry. */
function expectNothingLeft(talk: Talk, receipt: string): void {
  for (const table of ['message', 'note', 'claim', 'answer_draft'])
    expect(talk.shown(`SELECT * FROM ${table} WHERE receipt = ?`, receipt), `${table} of ${receipt}`).toEqual([])
  expect(talk.own('SELECT * FROM message WHERE receipt = ?', receipt)).toEqual([])
  const mails = `SELECT * FROM mail WHERE receipt = ? AND (state = 'waiting' OR message IS NOT NULL OR (kind = 'answer' AND recipients IS NOT NULL))`
  expect(talk.own(mails, receipt)).toEqual([])
  expect(talk.own('SELECT reply_key FROM inquiry WHERE receipt = ?', receipt)).toEqual([{ reply_key: null }])
  expect([...objects.keys()].filter((key) => key.startsWith(`conversation/${receipt}/`))).toEqual([])
}
