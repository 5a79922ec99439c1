import { describe, expect, test, vi } from 'vitest'
import { commands, conversationUnderTest, VISITOR } from '../../../support/conversation-under-test.ts'
import { receiveMail } from '../../../../functions/conversation/receive-reply.ts'
import { FROM, HOSTILE_MAILS, PROVEN, rawMail, type HostileMail } from '../../../support/hostile-mails/index.ts'
import { MAIL_FROM, sent } from '../../../support/mail-binding.ts'
import { beginPause } from '../../../../functions/database/restore-pause.ts'
import { objects } from '../../../support/site-under-test.ts'
import { csvFile } from '../../../../app/admin/inbox/csv-file.ts'

describe('a mail of a stranger', () => {
  const conversation = conversationUnderTest()
  const { site, as, receive, show, answer } = conversation
  const deliver = async ({ from = VISITOR, to, ...mail }: Partial<HostileMail> = {}, settings: object = {}) => {
    const address = String(sent().findLast(({ replyTo }) => replyTo)?.replyTo)
    const raw = rawMail(mail)
    let reason: string | null = null
    const outcome = await receiveMail(
      { ...conversation.raw, ...settings },
      {
        from,
        to: to?.(address) ?? address,
        raw: new Response(raw).body as ReadableStream<Uint8Array>,
        rawSize: raw.length,
        setReject: (text) => (reason = text),
      },
    )
    await site.idle()
    return { outcome, reason }
  }
  const leftOutMails = () => sent().filter(({ headers }) => headers?.['X-Event']?.includes('.left-out-'))
  const notices = () => sent().filter(({ headers }) => headers?.['X-Event']?.includes('.reply-'))

  test('there are enough of them', () => {
    expect(HOSTILE_MAILS.length).toBeGreaterThanOrEqual(60)
    expect(new Set(HOSTILE_MAILS.map(({ what }) => what)).size).toBe(HOSTILE_MAILS.length)
  })

  test.each(HOSTILE_MAILS.map((mail) => [mail.what, mail.becomes, mail] as const))(
    '%s: %s',
    async (_, becomes, mail) => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.', { processed: true })
      const { outcome, reason } = await deliver(mail)
      expect(outcome).toBe(becomes)
      const { thread, inquiry } = await show(receipt)
      const replies = thread.filter(({ kind }) => kind === 'reply')
      const isTaken = becomes === 'received'
      expect(inquiry.state).toBe(isTaken ? 'new' : 'processed')
      expect(notices()).toHaveLength(isTaken ? 1 : 0)
      if (!isTaken) expect(leftOutMails()).toEqual([])
      const isRefused = becomes === 'unknown' || becomes === 'unreadable'
      expect(replies.map(({ state }) => state)).toEqual(isRefused ? [] : [becomes])
      if (isRefused) expect(reason, 'The sender is told in both languages.').toMatch(/[a-z].*\/.*[가-힣]/s)
      else expect(reason).toBe(null)
      const stored = JSON.stringify(replies)
      for (const part of mail.contains ?? []) expect(stored).toContain(part)
      if (mail.never) expect(stored).not.toMatch(mail.never)
      const keys = [...objects.keys()].filter((key) => key.startsWith('conversation/'))
      expect(keys.every((key) => /^conversation\/[0-9a-f-]{36}\/[0-9a-f-]{36}\/\d{3}$/.test(key))).toBe(true)
      // In quarantine they are closed: the conversation has none of them.
      const closed = site.d1.rows<{ n: number }>(
        "SELECT total(json_array_length(quarantine, '$.files')) AS n FROM message",
      )
      expect(keys).toHaveLength(replies.flatMap(({ files }) => files).length + Number(closed[0]?.n))
      if (becomes === 'quarantined')
        expect(replies.flatMap(({ files, html }) => [...files, html ?? []].flat())).toEqual([])
    },
  )

  test('of whose files R2 does not take one leaves none behind, and is taken when it comes again', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    const pdf = Buffer.from('%PDF-1.7\n%%EOF').toString('base64')
    const file = (name: string) =>
      `--b\r\nContent-Type: application/pdf; name="${name}"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${pdf}\r\n`
    const head = [PROVEN, FROM, 'Message-ID: <1@customer.example>', 'Content-Type: multipart/mixed; boundary=b']
    const mail = { head, body: `${file('a.pdf')}${file('b.pdf')}--b--\r\n` }
    const kept = () => [...objects.keys()].filter((key) => key.startsWith('conversation/')).length
    const set = objects.set.bind(objects)
    const failing = vi.spyOn(objects, 'set').mockImplementation((key, object) => {
      if (key.endsWith('/001')) throw new Error('R2 is down')
      return set(key, object)
    })
    await expect(deliver(mail)).rejects.toThrow('R2 is down')
    expect(kept()).toBe(0)
    failing.mockRestore()
    expect(await deliver(mail)).toMatchObject({ outcome: 'received' })
    expect(kept(), 'with the mail itself').toBe(3)
  })

  test('makes no mail to anybody; one of the visitor has one line about what is left out, five in an hour', async () => {
    const receipt = await receive('k', { locale: 'en' })
    await answer(receipt, 'Hello.')
    const mail = (n: number, first: string, more: string[] = []) => ({
      head: [
        ...(first ? [first] : []),
        FROM,
        `Message-ID: <${n}@customer.example>`,
        ...more,
        'Content-Type: multipart/mixed; boundary=b',
      ],
      body: '--b\r\nContent-Type: application/octet-stream; name="a.exe"\r\nContent-Disposition: attachment\r\n\r\nMZ\r\n--b--\r\n',
    })
    expect((await deliver(mail(1, ''))).outcome).toBe('quarantined')
    expect((await deliver(mail(2, PROVEN, ['Auto-Submitted: auto-replied']))).outcome).toBe('automatic')
    expect(leftOutMails()).toEqual([])
    for (let n = 3; n < 9; n++) expect((await deliver(mail(n, PROVEN))).outcome).toBe('received')
    expect((await deliver(mail(3, PROVEN))).outcome).toBe('known')
    expect(leftOutMails()).toHaveLength(5)
    expect(leftOutMails()[0]).toMatchObject({
      to: [VISITOR],
      from: { name: 'VCP-X' },
      replyTo: expect.stringMatching(/^reply\+/),
      headers: { 'In-Reply-To': '<3@customer.example>', 'Auto-Submitted': 'auto-replied' },
      text: expect.stringContaining('a.exe'),
    })
    expect((await show(receipt)).inquiry.state, 'It is no answer.').toBe('new')
  })

  test('and one of the visitor is taken, whatever the case of its address, once, with its file', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    const head = [
      PROVEN,
      `From: =?utf-8?B?6rmA?= <${VISITOR.toUpperCase()}>`,
      'Message-ID: <1@customer.example>',
      'Content-Type: multipart/mixed; boundary=b',
    ]
    const pdf = Buffer.from('%PDF-1.7\n%%EOF').toString('base64')
    const body = `--b\r\nContent-Type: text/plain; charset=euc-kr\r\nContent-Transfer-Encoding: base64\r\n\r\nsKi75w==\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename*=utf-8''%EC%A0%9C%EC%95%88.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${pdf}\r\n--b--\r\n`
    const mail = { head, body, to: (address: string) => address.toUpperCase() }
    expect(await deliver(mail)).toEqual({ outcome: 'received', reason: null })
    expect(await deliver(mail)).toEqual({ outcome: 'known', reason: null })
    const replies = (await show(receipt)).thread.filter(({ kind }) => kind === 'reply')
    expect(replies).toMatchObject([
      { by: VISITOR, text: '감사', files: [{ name: '제안.pdf', type: 'application/pdf' }, { role: 'original' }] },
    ])
    expect(objects.has(replies[0]?.files[0]?.key ?? '')).toBe(true)
  })

  test('and one of the visitor is taken where the setting of the sender is faulty, and comes again where that of its domain is', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    const mail = { head: [PROVEN, `From: <${VISITOR}>`], body: 'Thank you.' }
    await expect(deliver(mail, { REPLY_DOMAIN: 'no domain' })).rejects.toThrow('REPLY_DOMAIN')
    expect(await deliver(mail, { MAIL_FROM: 'no address' })).toEqual({ outcome: 'received', reason: null })
    expect((await show(receipt)).thread.at(-1)).toMatchObject({ by: VISITOR, text: 'Thank you.' })
  })

  test('and another one under the same Message-ID leaves its file as it was checked', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    const withFile = (end: string) => {
      const pdf = Buffer.from(`%PDF-1.7\n${end}\n%%EOF`).toString('base64')
      return {
        head: [
          PROVEN,
          `From: <${VISITOR}>`,
          'Message-ID: <1@customer.example>',
          'Content-Type: multipart/mixed; boundary=b',
        ],
        body: `--b\r\nContent-Type: application/pdf; name="offer.pdf"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${pdf}\r\n--b--\r\n`,
      }
    }
    expect((await deliver(withFile('first'))).outcome).toBe('received')
    const stored = () => [...objects].filter(([key]) => key.startsWith('conversation/'))
    const before = structuredClone(stored())
    expect(before).toHaveLength(2)
    expect((await deliver(withFile('second'))).outcome).toBe('known')
    expect(stored()).toEqual(before)
  })

  test.each([
    ['자동 회신 메일을 받지 못했습니다', 'RE: 자동 회신 메일을 받지 못했습니다', 'received'],
    ['Automatic response to audit findings', 'Re: Re: Automatic response to\r\n audit findings', 'received'],
    ['A quote', '자동 회신: Re: A quote', 'received'],
  ])('to an inquiry called %s, with the subject %s, is %s', async (subject, replied, becomes) => {
    await answer(await receive('k', { subject }), 'Hello.')
    const head = [PROVEN, FROM, 'Message-ID: <1@customer.example>', `Subject: ${replied}`, 'Content-Type: text/plain']
    expect((await deliver({ head, body: 'Please call me.' })).outcome).toBe(becomes)
    expect(notices()).toHaveLength(becomes === 'received' ? 1 : 0)
  })

  test.each([
    ['hong@회사.한국', 'hong@xn--vf4b131b.xn--3e0b707e', 'xn--vf4b131b.xn--3e0b707e'],
    ['hong@회사.한국', 'hong@회사.한국', 'xn--vf4b131b.xn--3e0b707e'],
    ['hong@회사.한국', 'Hong@회사.한국', '회사.한국'],
    ['hong@xn--vf4b131b.xn--3e0b707e', 'hong@회사.한국', 'xn--vf4b131b.xn--3e0b707e'],
    ['hong@bücher.example', 'hong@xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('to an inquiry of %s is of the visitor also where it comes from %s', async (typed, from, proven) => {
    const receipt = await receive('k', { inquiry_mail: typed })
    await answer(receipt, 'Hello.')
    const head = [`Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=${proven}`, `From: <${from}>`]
    expect(await deliver({ from, head, body: '네.' })).toEqual({ outcome: 'received', reason: null })
    expect(await deliver({ from, head: [head[1] ?? ''], body: 'No.' })).toMatchObject({ outcome: 'quarantined' })
  })

  test('from the own address of the site is of a machine, also where an inquiry names it', async () => {
    const receipt = await receive('k', { inquiry_mail: MAIL_FROM })
    await answer(receipt, 'Hello.')
    const proof = `Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=${MAIL_FROM.split('@')[1]}`
    const head = [proof, `From: <${MAIL_FROM}>`, 'Message-ID: <1@vcp-x.example>', 'Content-Type: text/plain']
    expect((await deliver({ from: MAIL_FROM, head, body: 'Hi' })).outcome).toBe('automatic')
    expect(notices()).toEqual([])
  })

  test('and nothing that is unproven keeps it out, or keeps it from the operator', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    const head = (n: number) => [FROM, `Message-ID: <${n}@customer.example>`, 'Content-Type: text/plain']
    for (let n = 1; n <= 50; n++) expect((await deliver({ head: head(n), body: 'Hi' })).outcome).toBe('quarantined')
    expect((await deliver({ head: head(51), body: 'Hi' })).outcome).toBe('too-many')
    expect(notices()).toEqual([])
    expect((await deliver({ head: [PROVEN, ...head(1)], body: 'Hi' })).outcome).toBe('received')
    expect(notices()).toHaveLength(1)
  })

  test('a report that an answer did not arrive is a note without its text, which nothing proves and which ends no answer', async () => {
    const receipt = await receive('k')
    const { id } = await answer(receipt, 'Hello.')
    const report = (n: number) => ({
      from: '',
      head: [
        PROVEN,
        FROM,
        `Message-ID: <dsn-${n}@customer.example>`,
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      ],
      body: [
        '--b\r\nContent-Type: text/plain\r\n\r\nPlease write to evil@evil.example.',
        '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; moved to evil@evil.example',
        `--b\r\nContent-Type: message/rfc822; name="evil@evil.example.pdf"\r\n\r\nX-Event: ${receipt}.answer-${id}\r\nSubject: Re\r\n\r\nHello.`,
        '--b--\r\n',
      ].join('\r\n'),
    })
    expect((await deliver(report(0))).outcome).toBe('quarantined')
    const { thread, inquiry } = await show(receipt)
    expect(thread.at(-2)).toMatchObject({ id, state: 'handed over', detail: null })
    expect(thread.at(-1)).toMatchObject({ kind: 'reply', state: 'quarantined', detail: 'report', text: '', html: null })
    expect(inquiry.state).toBe('answered')
    expect(JSON.stringify(thread)).not.toContain('evil')
    expect(notices()).toEqual([])
    const outcomes: string[] = []
    for (let n = 1; n <= 50; n++) outcomes.push((await deliver(report(n))).outcome)
    expect(outcomes.at(-1)).toBe('too-many')
  })

  test.each([
    ['200 replies', 199, '', null, '[]'],
    ['a million characters of text', 10, 'x'.repeat(100_000), null, '[]'],
    ['five million characters', 10, '', 'x'.repeat(500_000), '[]'],
    ['500 MB of files', 1, '', null, JSON.stringify([{ size: 500 * 1_048_576 }])],
  ])(
    'to an inquiry with %s is refused in both languages, and nothing of it is stored',
    async (_, n, text, html, files) => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.')
      const insert = `INSERT INTO message (id, receipt, brand_id, kind, at, author, state, text, clean_html, files)
      VALUES (?, ?, 'vcp-x', 'reply', '2026-11-01T00:00:00.000Z', 'a', ?, ?, ?, ?)`
      // What nothing proves is counted apart, so that nobody closes an inquiry to its visitor.
      for (let at = 0; at < n; at++) site.d1.rows(insert, `q${at}`, receipt, 'quarantined', text, html, files)
      const first = { head: [PROVEN, FROM, 'Message-ID: <1@customer.example>'] }
      expect((await deliver(first)).outcome).toBe('received')
      for (let at = 0; at < n; at++) site.d1.rows(insert, `r${at}`, receipt, 'received', text, html, files)
      const before = site.d1.rows('SELECT id FROM message')
      const { outcome, reason } = await deliver()
      expect(outcome).toBe('full')
      expect(reason).toMatch(/No more replies.*새 문의를/s)
      // Its server did not hear that it was taken.
      expect(await deliver(first)).toEqual({ outcome: 'known', reason: null })
      expect(site.d1.rows('SELECT id FROM message')).toEqual(before)
    },
  )

  test('is not read for the spreadsheet of the inbox, which has no column for it', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    expect((await deliver()).outcome).toBe('received')
    // Whoever read it would fail.
    site.d1.rows('ALTER TABLE message RENAME TO message_elsewhere')
    const file = await csvFile(as('anna'), 'en', {})
    expect(await file.text()).toContain(receipt)
  })

  test('to a destroyed inquiry is refused in both languages, and nothing of it is stored', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    await commands.destroy.perform(as('anna'), { receipt })
    await site.idle()
    const { outcome, reason } = await deliver()
    expect(outcome).toBe('unknown')
    expect(reason).toMatch(/no longer accepts replies.*새 문의를/s)
    expect(site.d1.rows('SELECT * FROM message')).toEqual([])
  })

  test('to a site that is being restored comes again, and is taken once the inquiry is there', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    const backup = site.d1.serialize()
    site.d1.rows('DELETE FROM inquiry')
    await beginPause(site.env.DB, new Date())
    await expect(deliver()).rejects.toThrow('being restored')
    site.d1.restore(backup)
    expect((await deliver()).outcome).toBe('received')
  })
})
