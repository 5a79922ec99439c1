import { vi } from 'vitest'
import { inquiry } from './site-under-test.ts'

/* The e-mail binding of a site under test: what it was asked to send, and what it answers. */

export const MAIL_FROM = 'site@vcp-x.example'
export const OPERATOR = 'inquiries@vcp-x.example'
export const brand = { notify: [OPERATOR], confirmation: false, contents: false, language: 'ko' as const }

export const send = vi.fn<(message: EmailMessageBuilder) => Promise<EmailSendResult>>()
export const taken = async () => ({ messageId: `<${send.mock.calls.length}@mail.example>` })
export const refusing = (code: string, message: string) => async () => {
  throw Object.assign(new Error(message), { code })
}
export const sent = () => send.mock.calls.map(([message]) => message)
export const events = () => sent().map(({ headers }) => headers?.['X-Event'] ?? '')

/** What a visitor typed. */
export const inquiryOf = (change: object) => ({ inquiry: { ...inquiry, ...change } as typeof inquiry })
