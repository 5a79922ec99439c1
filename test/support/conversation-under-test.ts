import { beforeEach } from 'vitest'
import { commands } from '../../functions/commands/table.ts'
import { ALL_BRANDS } from '../../functions/contract/scope.ts'
import { tokenOfAddress } from '../../functions/conversation/reply-address.ts'
import { type IncomingReply, takeReply } from '../../functions/conversation/take-reply.ts'
import { rowOfReplyToken } from '../../functions/database/inquiry-row.ts'
import { brand, MAIL_FROM, send, sent, taken } from './mail-binding.ts'
import { siteUnderTest } from './site-under-test.ts'

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
  leftOutMail: null,
  ...change,
})

/** A site of the embedded upstream with a mail binding, and the commands of operators over it. Call it in a `describe`. */
export function conversationUnderTest() {
  const site = siteUnderTest({ UPSTREAM_URL: '', MAIL: { send }, MAIL_FROM, REPLY_DOMAIN })
  beforeEach(() => {
    send.mockReset().mockImplementation(taken)
  })
  /** On whose behalf a command is done. */
  const as = (actor: string) => ({ env: site.env, actor, scope: ALL_BRANDS, now: new Date(), requestId: 'r' })
  const receive = async (key: string, change = {}) =>
    (await site.accept(key, { inquiry: { ...inquiry(), ...change } as never }, brand)).receipt
  const show = (receipt: string, actor = 'anna') => commands.show.perform(as(actor), { receipt })
  const answer = async (receipt: string, text: string, more: object = {}, actor = 'anna') => {
    const { thread, draft } = await show(receipt, actor)
    const result = await commands.answer.perform(as(actor), {
      receipt,
      text,
      seen: thread.at(-1)?.id ?? null,
      draft: draft?.saved_at ?? '',
      ...more,
    })
    await site.idle()
    return result
  }
  return {
    site,
    /** The Worker's env as the commands and the mail handler get it. */
    get raw() {
      return site.raw
    },
    as,
    receive,
    show,
    answer,
    /** Mails to visitors, in their order. */
    toVisitors: () => sent().filter(({ headers }) => headers?.['X-Event']?.includes('.answer-')),
    /** The token of the address that the last mail to a visitor asks to reply to. */
    token: () => {
      const address = String(sent().findLast(({ replyTo }) => replyTo)?.replyTo)
      const token = tokenOfAddress(address, REPLY_DOMAIN)
      if (token === null) throw new Error(`${address} is no address for replies.`)
      return token
    },
    reply: async (token: string, reply: IncomingReply) => {
      const row = await rowOfReplyToken(site.env.DB, token)
      if (!row) return 'unknown'
      const result = await takeReply(site.env, { receipt: row.receipt, brandId: row.brand_id }, reply, new Date())
      await site.idle()
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
