import { wireAddress } from '../contract/email-address.ts'
import { type MailTransport, RefusedRecipientError, UnknownOutcomeError } from './transport.ts'

/** Of the binding: it takes no mail to this address. That it takes none to any but verified addresses is a setting of the account. */
const isRefusal = (code: string) => code.startsWith('E_RECIPIENT_') && code !== 'E_RECIPIENT_NOT_ALLOWED'

/** The e-mail binding of the platform. A local site has it too: there it writes each message into a file and sends none. */
export const bindingTransport = (binding: SendEmail): MailTransport => ({
  async send(mail) {
    try {
      const { messageId } = await binding.send({ ...mail, to: mail.to.map(wireAddress) })
      return messageId
    } catch (error) {
      const { message, code } = (error instanceof Error ? error : new Error('unknown')) as Error & { code?: unknown }
      // The binding names its refusals by a code. Anything else, such as a connection that was lost, may come after it has taken the mail.
      if (typeof code !== 'string') throw error instanceof TypeError ? error : new UnknownOutcomeError(message)
      const said = message.includes(code) ? message : `${code}: ${message}`
      throw isRefusal(code) ? new RefusedRecipientError(said) : new Error(said)
    }
  },
})
