import { wireAddress } from '../contract/email-address.ts'
import { platformRefusal } from './platform-limits.ts'
import { type MailTransport, RefusedMailError, UnknownOutcomeError } from './transport.ts'

/**
 * Codes of the binding that come again for the same mail (developers.cloudflare.com/email-service, "Workers API"). The others, such as a limit
 * per day, pass.
 */
const PERMANENT = new Set([
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
  'E_TOO_MANY_RECIPIENTS',
  'E_TOO_MANY_ATTACHMENTS',
  'E_SENDER_NOT_VERIFIED',
  'E_SENDER_DOMAIN_NOT_AVAILABLE',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_CONTENT_TOO_LARGE',
  'E_HEADER_NOT_ALLOWED',
  'E_HEADER_USE_API_FIELD',
  'E_HEADER_VALUE_INVALID',
  'E_HEADER_VALUE_TOO_LONG',
  'E_HEADER_NAME_INVALID',
  'E_HEADERS_TOO_LARGE',
  'E_HEADERS_TOO_MANY',
])

/** The e-mail binding of the platform. */
export const bindingTransport = (binding: SendEmail): MailTransport => ({
  async send(mail) {
    try {
      const { messageId } = await binding.send({
        ...mail,
        to: mail.to.map(wireAddress),
        ...(mail.cc && { cc: mail.cc.map(wireAddress) }),
      })
      return messageId
    } catch (error) {
      const { message, code } = (error instanceof Error ? error : new Error('unknown')) as Error & { code?: unknown }
      // The binding names its refusals by a code. Anything else, such as a connection that was lost, may come after it has taken the mail.
      if (typeof code !== 'string') throw error instanceof TypeError ? error : new UnknownOutcomeError(message)
      const said = message.includes(code) ? message : `${code}: ${message}`
      throw PERMANENT.has(code) ? new RefusedMailError(said) : new Error(said)
    }
  },
})

/**
 * The binding of a local start, which writes each message into a file. It has no limits; those of the platform are held here, so that a mail which
 * the platform refuses is refused on a developer's machine too.
 */
export const localTransport = (binding: SendEmail): MailTransport => ({
  async send(mail) {
    const code = platformRefusal(mail)
    if (code !== null) throw new RefusedMailError(`${code}: a limit of the platform`)
    return bindingTransport(binding).send(mail)
  },
})
