import type { LeftOutFile, MessageFile, ThreadEntry } from '../contract/conversation.ts'
import { cleanHtmlOf, messagesOf, type MessageRow } from '../database/message-row.ts'
import { notesOf } from '../database/note.ts'
import type { Env } from '../env.ts'
import type { Inquiry } from '../inquiries/read-inquiry.ts'

const NOTHING = { html: null, files: [], leftOut: [], state: null, detail: null, recipient: null, cc: [], cameAt: null }

/** The files of a message. */
export const filesIn = (row: MessageRow): MessageFile[] => JSON.parse(row.files) as MessageFile[]

const entryOf = (row: MessageRow, html: string | null): ThreadEntry => ({
  id: row.id,
  kind: row.kind,
  at: row.at,
  by: row.author,
  text: row.text,
  html,
  files: filesIn(row),
  leftOut: JSON.parse(row.left_out) as LeftOutFile[],
  state: row.state,
  detail: row.detail,
  recipient: row.recipient,
  cc: JSON.parse(row.cc) as string[],
  cameAt: row.came_at,
})

/** The whole conversation about an inquiry with the notes of the operators, in order of time. Nothing of it is public. */
export async function readThread({ DB }: Pick<Env, 'DB'>, inquiry: Inquiry): Promise<ThreadEntry[]> {
  const { receipt } = inquiry
  const [messages, notes, html] = await Promise.all([
    messagesOf(DB, receipt),
    notesOf(DB, receipt),
    cleanHtmlOf(DB, receipt),
  ])
  return threadOf(inquiry, { messages, notes, html })
}

interface Said {
  messages: readonly MessageRow[]
  notes: Awaited<ReturnType<typeof notesOf>>
  /** Of replies, by the ids of their messages. */
  html?: ReadonlyMap<string, string>
}

/** The same of what was read. */
export function threadOf(
  { receipt, fields, acceptedAt }: Inquiry,
  { messages, notes, html = new Map() }: Said,
): ThreadEntry[] {
  const own: ThreadEntry[] = fields
    ? [{ ...NOTHING, id: receipt, kind: 'inquiry', at: acceptedAt, by: fields.inquiry_mail, text: fields.content }]
    : []
  const told = notes.map(({ id, at, author, text }): ThreadEntry => ({
    ...NOTHING,
    id,
    kind: 'note',
    at,
    by: author,
    text,
  }))
  return [...own, ...messages.map((row) => entryOf(row, html.get(row.id) ?? null)), ...told].toSorted((one, other) =>
    one.at.localeCompare(other.at),
  )
}
