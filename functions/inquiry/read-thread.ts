import type { LeftOutFile, MessageFile, ThreadEntry } from '../contract/conversation.ts'
import { messagesOf, type MessageRow } from '../database/message.ts'
import { notesOf } from '../database/note.ts'
import type { Env } from '../env.ts'
import { sanitizeMailHtml } from '../upstream/sanitize-board-html.ts'
import type { Inquiry } from './read-inquiry.ts'

const NOTHING = { html: null, files: [], leftOut: [], state: null, detail: null, recipient: null }

/** What passed between visitor and operators as it is stored, without the notes. */
export const entryOf = (row: MessageRow): ThreadEntry => ({
  id: row.id,
  kind: row.kind,
  at: row.at,
  by: row.author,
  text: row.text,
  html: row.html === null ? null : sanitizeMailHtml(row.html),
  files: JSON.parse(row.files) as MessageFile[],
  leftOut: JSON.parse(row.left_out) as LeftOutFile[],
  state: row.state,
  detail: row.detail,
  recipient: row.recipient,
})

/** The whole conversation about an inquiry with the notes of the operators, in order of time. Nothing of it is public. */
export async function readThread({ DB }: Pick<Env, 'DB'>, inquiry: Inquiry): Promise<ThreadEntry[]> {
  const { receipt, fields, acceptedAt } = inquiry
  const [messages, notes] = await Promise.all([messagesOf(DB, receipt), notesOf(DB, receipt)])
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
  return [...own, ...messages.map(entryOf), ...told].toSorted((one, other) => one.at.localeCompare(other.at))
}
