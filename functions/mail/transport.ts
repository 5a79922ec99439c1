import type { Env } from '../env.ts'
import type { Message } from './messages.ts'

/** A mail as a provider gets it. */
export interface OutgoingMail extends Message {
  from: string
  to: string[]
}

/** Who sends the mails of the site. */
export interface MailTransport {
  /**
   * Hands a mail over, once. Its deadline is the caller's.
   * @returns what the provider calls it
   * @throws UnknownOutcomeError where the provider may have taken it; with any other error it has not. The message is what the provider
   * said, for the operator
   */
  send(mail: OutgoingMail): Promise<string>
}

/** The provider may have taken a mail: each repetition may be a second one. */
export class UnknownOutcomeError extends Error {}

type MailEnv = Pick<Env, 'MAIL' | 'MAIL_FROM'>

/** The setting or binding without which no mail is sent; null where mail is on. */
export const missingForMail = ({ MAIL, MAIL_FROM }: MailEnv): 'MAIL_FROM' | 'MAIL' | null =>
  MAIL_FROM === '' ? 'MAIL_FROM' : MAIL ? null : 'MAIL'

/**
 * The transport that the settings choose, null where mail is off: the platform's e-mail binding. A local site has the same binding, which
 * writes each message into a file and sends none.
 */
export function mailTransportOf({ MAIL, MAIL_FROM }: MailEnv): MailTransport | null {
  return MAIL && MAIL_FROM !== '' ? bindingTransport(MAIL) : null
}

const bindingTransport = (binding: SendEmail): MailTransport => ({
  async send(mail) {
    try {
      const { messageId } = await binding.send(mail)
      return messageId
    } catch (error) {
      const { message, code } = (error instanceof Error ? error : new Error('unknown')) as Error & { code?: unknown }
      throw new Error(typeof code === 'string' && !message.includes(code) ? `${code}: ${message}` : message)
    }
  },
})
