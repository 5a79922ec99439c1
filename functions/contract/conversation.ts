import { FILE_FAULTS } from './form-files.ts'

/* What passes between the visitor and the operators of an inquiry (docs/contract.md#10). */

/** An answer to the visitor, or what the visitor has replied. */
export type MessageKind = 'answer' | 'reply'

/**
 * What is known of the mail of an answer, never more. `handed over`: the platform has taken it. `bounced`: a mail server of the visitor
 * has sent it back. `refused`: the platform did not take it, or gave it up.
 */
export const ANSWER_STATES = ['waiting', 'handed over', 'delayed', 'delivered', 'bounced', 'refused'] as const
export type AnswerState = (typeof ANSWER_STATES)[number]

/** `automatic`: a machine has sent it. `quarantined`: nothing proves who has sent it, or nobody has admitted that address. */
export const REPLY_STATES = ['received', 'automatic', 'quarantined'] as const
export type ReplyState = (typeof REPLY_STATES)[number]

/** Detail of a reply that says that a mail server reports of an answer which did not arrive. Nothing proves it, and its text is not kept. */
export const REPORT = 'report'
/** Detail of a reply that was quarantined although its sender is proven: nobody has admitted that address. */
export const PROVEN = 'proven'

/** An answer in one of these did not arrive: somebody has to see to it. */
export const FAILED_ANSWERS = ['bounced', 'refused'] as const satisfies AnswerState[]

/** What the platform says of a mail, in its words. */
export const MAIL_EVENTS = ['delivered', 'deferred', 'bounced', 'failed', 'rejected', 'complained'] as const
export type MailEventName = (typeof MAIL_EVENTS)[number]

/** A file of an answer or a reply. */
export interface MessageFile {
  /** R2 key. */
  key: string
  name: string
  /** Media type. */
  type: string
  /** Bytes. */
  size: number
  /** Of a reply: a picture that its text shows, or the mail as it came. */
  role?: 'in-text' | 'original'
}

/**
 * A file of a reply that is not kept by itself. `sealed`: S/MIME or PGP, which only the recipient's mail program opens; `winmail`: the
 * format of Outlook alone. The original mail has them.
 */
export const LEFT_OUT_FAULTS = [...FILE_FAULTS, 'too-many', 'not-opened', 'sealed', 'winmail'] as const
export interface LeftOutFile {
  name: string
  fault: (typeof LEFT_OUT_FAULTS)[number]
  role?: 'in-text'
}

/** One entry of the conversation about an inquiry. Times are ISO 8601. */
export interface ThreadEntry {
  id: string
  kind: 'inquiry' | MessageKind | 'note'
  at: string
  /** The operator, or the address of the visitor. */
  by: string
  /** Markdown of an answer, plain text of the others. */
  text: string
  /** HTML of a reply, cleaned. */
  html: string | null
  files: MessageFile[]
  leftOut: LeftOutFile[]
  /** Null for the inquiry and for notes. */
  state: AnswerState | ReplyState | null
  /** What the platform has said of the mail; REPORT or PROVEN of a reply. */
  detail: string | null
  /** Address that an answer went to, and those that got a copy. */
  recipient: string | null
  cc: string[]
  /** When a reply came in that an operator has admitted since; `at` is when that was. */
  cameAt: string | null
}
