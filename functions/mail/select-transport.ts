import type { Env } from '../env.ts'
import { bindingTransport } from './platform-binding.ts'
import type { MailTransport } from './transport.ts'

/** Whether the operator wants mail: without a sender there is none. */
export const wantsMail = ({ MAIL_FROM }: Env): boolean => MAIL_FROM !== ''

/** The setting or binding without which no mail is sent; null where mail is on. */
export const missingForMail = (env: Env): keyof Env | null => (!wantsMail(env) ? 'MAIL_FROM' : env.MAIL ? null : 'MAIL')

/**
 * The transport that the settings choose, null where mail is off: the binding of the platform. A local start, which is the one that has an
 * `ADMIN_TOKEN`, has that transport whatever else is chosen here, so that it catches every message.
 */
export const mailTransportOf = (env: Env): MailTransport | null =>
  wantsMail(env) && env.MAIL ? bindingTransport(env.MAIL) : null
