import type { Env } from '../env.ts'
import { bindingTransport, localTransport } from './platform-binding.ts'
import type { MailTransport } from './transport.ts'

/** Whether the operator wants mail: without a sender there is none. */
export const wantsMail = ({ MAIL_FROM }: Env): boolean => MAIL_FROM !== ''

/** The setting or binding without which no mail is sent; null where mail is on. */
export const missingForMail = (env: Env): keyof Env | null => (!wantsMail(env) ? 'MAIL_FROM' : env.MAIL ? null : 'MAIL')

/**
 * The binding of the platform, null where mail is off. A local start, which is the one that has an `ADMIN_TOKEN`, has one that keeps every
 * message in a file.
 */
export function mailTransportOf(env: Env): MailTransport | null {
  if (!wantsMail(env) || !env.MAIL) return null
  return env.ADMIN_TOKEN === '' ? bindingTransport(env.MAIL) : localTransport(env.MAIL)
}
