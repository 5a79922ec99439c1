import { ALL_BRANDS } from '../../functions/contract/scope.ts'
import { beforeEach } from 'vitest'
// First: it stands for the modules of workerd.
import { env, objects, outboxUnderTest } from './outbox-under-test.ts'
import { commands } from '../../functions/commands/table.ts'
import { parseEnv } from '../../functions/env.ts'
import { readReplyAddress } from '../../functions/mail/reply-address.ts'
import type { IncomingReply } from '../../functions/outbox/conversation.ts'
import type { Outbox } from '../../functions/outbox/outbox.ts'
import { brand, MAIL_FROM, send, sent, taken } from './mail-binding.ts'

export { commands }
export const REPLY_DOMAIN = 'reply.vcp-x.example'
export const VISITOR = 'visitor@customer.example'

/** What a reply says in these tests. */
export const replied = (id: string, change: Partial<IncomingReply> = {}): IncomingReply => ({
  id,
  author: VISITOR,
  state: 'received',
  contents: {
    text: 'Thank you.',
    cleanHtml: null,
    files: [],
    leftOut: [],
    headerId: `<${id}@customer.example>`,
    headerReferences: null,
  },
  ...change,
})

/**
 * An outbox of the embedded upstream with a mail binding, and the commands of operators over it and the same D1. Call it in a `describe`.
 */
export function conversationUnderTest() {
  const OUTBOX = { idFromName: () => '', getByName: (): Outbox => site.outbox }
  const settings = { UPSTREAM_URL: '', MAIL: { send }, MAIL_FROM, REPLY_DOMAIN, OUTBOX }
  const site = outboxUnderTest(settings)
  beforeEach(() => {
    objects.clear()
    send.mockReset().mockImplementation(taken)
  })
  const settingsOf = () => ({
    ...env(site.d1),
    ...settings,
  })
  /** On whose behalf a command is done. */
  const as = (actor: string) => ({
    env: parseEnv(settingsOf()),
    actor,
    scope: ALL_BRANDS,
    now: new Date(),
    requestId: 'r',
  })
  const receive = async (key: string, change = {}) => {
    const { receipt } = await site.accept(
      key,
      {
        inquiry: { ...inquiry(), ...change },
        brandId: 'vcp-x',
        locale: 'en',
        origin: 'https://www.vcp-x.example',
      } as never,
      brand,
    )
    await site.disk.idle()
    return receipt
  }
  const show = (receipt: string, actor = 'anna') => commands.show.perform(as(actor), { receipt })
  const answer = async (receipt: string, text: string, more: object = {}, actor = 'anna') => {
    const { thread } = await show(receipt, actor)
    const result = await commands.answer.perform(as(actor), {
      receipt,
      text,
      seen: thread.at(-1)?.id ?? null,
      ...more,
    })
    await site.disk.idle()
    return result
  }
  return {
    site,
    settings,
    /** The Worker's env as the commands and the mail handler get it. */
    get raw() {
      return settingsOf()
    },
    as,
    receive,
    show,
    answer,
    /** Mails to visitors, in their order. */
    toVisitors: () => sent().filter(({ headers }) => headers?.['X-Event']?.includes('.answer-')),
    /** What the address says that the last mail to a visitor asks to reply to. */
    token: () => {
      const address = String(sent().findLast(({ replyTo }) => replyTo)?.replyTo)
      const token = readReplyAddress(address, REPLY_DOMAIN)
      if (!token) throw new Error(`${address} is no address for replies.`)
      return token
    },
    reply: async (...args: Parameters<Outbox['reply']>) => {
      const result = await site.outbox.reply(...args)
      await site.disk.idle()
      return result
    },
  }
}

const inquiry = () => ({
  company_name: 'Company Ltd',
  user_name: 'Person & Co',
  inquiry_mail: VISITOR,
  phone_number_homepage: '+82-2-555-0101',
  recipient_type: 'vcp-x',
  inquiry_type: 'quote',
  subject: 'A quote',
  content: 'What does it cost?\n<b>Really?</b>',
  file_ref_id: null,
  file_ref_id_homepage: null,
  held_files: [],
  privacy_version: null,
  is_home_unite: false,
  is_home_inquiry: true,
})
