import type { Env } from '../env.ts'
import { bindingTransport, localTransport } from './platform-binding.ts'
import type { MailTransport } from './transport.ts'

/** Whether the operator wants mail: without a sender there is none. */
export const wantsMail = ({ MAIL_FROM }: Env): boolean => MAIL_FROM !== ''

/** The setting or binding without which no mail is sent; null where mail is on. */
export const missingForMail = (env: Env): keyof Env | null => (!wantsMail(env) ? 'MAIL_FROM' : env.MAIL ? null : 'MAIL')

/**
 * The transport that the settings choose, null where mail is off. A local start, which is the one that has an `ADMIN_TOKEN`, catches every
 * message: wrangler.toml makes the binding a local one, and so do `npm start` and `npm run dev` (test/architecture/worker-settings.test.ts).
 */
export function mailTransportOf(env: Env): MailTransport | null {
  if (!wantsMail(env) || !env.MAIL) return null
  return env.ADMIN_TOKEN === '' ? bindingTransport(env.MAIL) : localTransport(env.MAIL)
}
