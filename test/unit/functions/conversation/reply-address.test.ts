import { describe, expect, test } from 'vitest'
import { addressForReplies } from '../../../../functions/conversation/reply-address.ts'
import { receiveMail } from '../../../../functions/conversation/receive-reply.ts'
import { rowOfReplyToken } from '../../../../functions/database/inquiry-row.ts'
import { replyToken } from '../../../../functions/database/inquiry-state.ts'
import { commands, conversationUnderTest, REPLY_DOMAIN, VISITOR } from '../../../support/conversation-under-test.ts'
import { FROM, PROVEN, rawMail } from '../../../support/hostile-mails/index.ts'

describe('the address for replies', () => {
  const conversation = conversationUnderTest()
  const { site, as, receive, show, answer, toVisitors } = conversation
  let n = 0
  const replyTo = async (to: string) => {
    const raw = rawMail({ head: [PROVEN, FROM, `Message-ID: <${++n}@customer.example>`], body: 'Thank you.' })
    const outcome = await receiveMail(conversation.raw, {
      from: VISITOR,
      to,
      raw: new Response(raw).body as ReadableStream<Uint8Array>,
      rawSize: raw.length,
      setReject: () => undefined,
    })
    await site.idle()
    return outcome
  }
  const replied = () => site.d1.rows("SELECT receipt, brand_id FROM message WHERE kind = 'reply'")
  const addressOf = async (receipt: string) => String(await addressForReplies(site.env, receipt))

  test('is a word without meaning that no other inquiry has, and each answer has the same one', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    await answer(receipt, 'Hello again.')
    const [first, second] = toVisitors().map((mail) => String(mail.replyTo))
    expect(first).toMatch(new RegExp(`^reply\\+[0-9a-f]{32}@${REPLY_DOMAIN}$`))
    expect(first).not.toContain(receipt.slice(0, 8))
    expect(second).toBe(first)
    expect(await addressOf(await receive('other'))).not.toBe(first)
    // Of two that make it at once one is made.
    const third = await receive('third')
    const tokens = [replyToken(site.env.DB, third, 'a'.repeat(32)), replyToken(site.env.DB, third, 'b'.repeat(32))]
    expect(new Set(await Promise.all(tokens)).size).toBe(1)
  })

  test('takes a reply to each answer of the conversation, in any case of its letters', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    const address = String(toVisitors()[0]?.replyTo)
    expect(await replyTo(address)).toBe('received')
    await answer(receipt, 'You are welcome.')
    expect(await replyTo(address)).toBe('received')
    expect(await replyTo(address.toUpperCase())).toBe('received')
    expect((await show(receipt)).thread.filter(({ kind }) => kind === 'reply')).toHaveLength(3)
  })

  test('is of one inquiry alone, also where another brand has one of the same visitor', async () => {
    const ours = await receive('k')
    const { receipt: theirs } = await site.accept('k', { inquiry: { inquiry_mail: VISITOR }, brandId: 'partner-a' })
    expect(await addressOf(ours)).not.toBe(await addressOf(theirs))
    expect(await replyTo(await addressOf(theirs))).toBe('received')
    expect(replied()).toEqual([{ receipt: theirs, brand_id: 'partner-a' }])
  })

  test('that was made for no inquiry takes nothing', async () => {
    const receipt = await receive('k')
    const address = await addressOf(receipt)
    // This one has none yet.
    const other = await receive('other')
    const changed = address.replace(/\+./, (start) => (start === '+a' ? '+b' : '+a'))
    const named = [receipt, other, crypto.randomUUID()].map((id) => `reply+${id.replaceAll('-', '')}@${REPLY_DOMAIN}`)
    for (const wrong of [changed, ...named, `reply+@${REPLY_DOMAIN}`, `reply+null@${REPLY_DOMAIN}`])
      expect(await replyTo(wrong), wrong).toBe('unknown')
    expect(replied()).toEqual([])
  })

  test('ends with its inquiry, and a backup has it', async () => {
    const receipt = await receive('k')
    const address = await addressOf(receipt)
    const backup = site.d1.serialize()
    await commands.destroy.perform(as('anna'), { receipt })
    await site.idle()
    expect(await addressForReplies(site.env, receipt)).toBe(null)
    expect(site.d1.rows('SELECT reply_token FROM inquiry')).toEqual([{ reply_token: null }])
    expect(await replyTo(address)).toBe('unknown')
    site.d1.restore(backup)
    expect(await addressOf(receipt)).toBe(address)
    expect(await replyTo(address)).toBe('received')
  })

  test('is found by an index, however many inquiries there are', async () => {
    const prepared: string[] = []
    const db = { prepare: (sql: string) => (prepared.push(sql), site.env.DB.prepare(sql)) } as D1Database
    await rowOfReplyToken(db, 'a'.repeat(32))
    const plan = site.d1.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${prepared[0]}`)
    expect(plan.map(({ detail }) => detail).join('; ')).toContain('inquiry_by_reply_token (reply_token=?)')
  })
})
