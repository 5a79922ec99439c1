import type { MailTransport } from './transport.ts'

/** The e-mail binding of the platform. A local site has it too: there it writes each message into a file and sends none. */
export const bindingTransport = (binding: SendEmail): MailTransport => ({
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
