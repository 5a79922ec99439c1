import type { Message } from './messages.ts'

/** A mail as a provider gets it. */
export interface OutgoingMail extends Omit<Message, 'fromName' | 'files' | 'sender'> {
  from: string | { name: string; email: string }
  to: string[]
  /** Nobody: it is not there. */
  cc?: string[]
  attachments?: EmailAttachment[]
}

/** Who sends the mails of the site. */
export interface MailTransport {
  /**
   * Hands a mail over, once. Its deadline is the caller's.
   * @returns what the provider calls it
   * @throws UnknownOutcomeError where the provider may have taken it; with any other error it has not. RefusedMailError where it will never
   * take this mail. The message is what the provider said, for the operator
   */
  send(mail: OutgoingMail): Promise<string>
}

/** The provider may have taken a mail: each repetition may be a second one. */
export class UnknownOutcomeError extends Error {}

/** The provider will never take this mail, such as one to a recipient that bounces: an answer that says nothing of other mails. */
export class RefusedMailError extends Error {}
