import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ThreadEntry } from '../../../functions/contract/conversation.ts'
import type { Receipt } from '../../../functions/contract/inquiry-body.ts'
import { brands } from '../../../functions/brand/hosts.ts'
import { foreignTo } from '../../support/isolation/marks.ts'
import { hostOf, withoutOperator } from '../../support/isolation/run.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { type Site, startSite } from '../../support/site.ts'
import { SALES, sendInquiry } from '../../support/visitor-calls.ts'
import { mail, REPLY_DOMAIN, replyTo } from '../../support/visitor-mail.ts'

const PDF = '%PDF-1.7\n%%EOF'

/* The whole way of an answer in workerd, with its e-mail binding and its e-mail handler. */
describe('answers', () => {
  let site: Site
  let operator: Operator
  beforeAll(async () => {
    site = await startSite({ vars: { ADMIN_TOKEN, MAIL_FROM: 'site@vcp-x.example', REPLY_DOMAIN } })
    operator = await signIn(site)
  })
  afterAll(() => site.close())

  const caught = (kind: 'text' | 'html', words: string) =>
    globSync(`dist/server/.wrangler/tmp/email/*/email-${kind}/*`)
      .map((file) => readFileSync(file, 'utf8'))
      .filter((contents) => contents.includes(words))
  const receive = async (change = {}) => {
    const answer = await sendInquiry(site, { ...SALES, ...change })
    return ((await answer.json()) as { data: Receipt }).data.receipt
  }
  const threadOf = async (receipt: string) =>
    (await operator.ask<{ thread: ThreadEntry[] }>('GET', `/api/admin/inquiries/${receipt}`)).thread
  const email = (to: string, id: string, body: string, ...head: string[]) =>
    site.email(SALES.inquiry_mail, to, mail(SALES.inquiry_mail, to, id, body, ...head))

  test('to a visitor whose language is not known begin in that of the brand, as they are sent', async () => {
    const receipt = await receive()
    await site.sql('UPDATE inquiry SET locale = NULL WHERE receipt = ?', receipt)
    await operator.post('/admin/answers', { title: 'Greeting', text: '{{name}} 님께', text_en: 'Dear {{name}}' })
    const saved = await operator.ask<{ id: string; title: string }[]>('GET', '/api/admin/answers')
    const { id = '' } = saved.find(({ title }) => title === 'Greeting') ?? {}
    const post = async (fields: Record<string, string>) =>
      (await operator.post(`/admin/inquiries/${receipt}/answers`, fields)).text()
    expect(await post({ action: 'saved', saved: id, text: '' })).toContain('홍길동 님께')
    expect(await post({ action: 'preview', text: 'Yes.' })).toContain('보내신 문의에 대한 답변입니다')
  })

  test('from the claim over a saved answer, a reply with a file and a second answer to the destruction', async () => {
    const words = `It costs nothing ${crypto.randomUUID()}`
    const receipt = await receive()
    const page = `/admin/inquiries/${receipt}`
    await operator.post(`${page}/claim`, {})
    expect(await operator.page(page)).toContain('You, since')

    await operator.post('/admin/answers', {
      title: 'Prices',
      text: '{{name}} 님, {{receipt}}',
      text_en: 'Dear {{name}}',
    })
    const [saved] = await operator.ask<{ id: string }[]>('GET', '/api/admin/answers')
    const begun = await (
      await operator.post(`${page}/answers`, { action: 'saved', saved: saved?.id ?? '', text: words })
    ).text()
    expect(begun).toMatch(new RegExp(`(?:홍길동 님, ${receipt}|Dear 홍길동)`))
    const preview = await (await operator.post(`${page}/answers`, { action: 'preview', text: `**${words}**` })).text()
    expect(preview).toContain(`<strong>${words}</strong>`)
    expect(caught('text', words), 'A preview sends nothing.').toEqual([])

    const seen = (await threadOf(receipt)).at(-1)?.id ?? ''
    const sent = await operator.post(`${page}/answers`, {
      action: 'send',
      text: `**${words}**`,
      seen,
      files: new File([PDF], 'offer.pdf', { type: 'application/pdf' }),
    })
    expect(sent.status).toBe(303)
    await expect.poll(() => caught('text', words)).toHaveLength(1)
    await expect.poll(() => caught('html', words)).toHaveLength(1)
    expect(caught('html', words)[0]).toContain(`<strong>${words}</strong>`)
    await expect.poll(async () => (await threadOf(receipt)).at(-1)?.state).toBe('handed over')
    const answered = await operator.page(page)
    expect(answered).toContain('offer.pdf')
    // The time beside the state is not that of the answer, and says so.
    expect(answered).toMatch(/Answered<\/span> <span class="muted">Received: <time/)
    const status = (await (await site.fetch(`http://www.example/api/board/inquiry/${receipt}`)).json()) as {
      data: object
    }
    expect(status.data).toMatchObject({ answered_at: expect.any(String) })
    expect(JSON.stringify(status)).not.toContain(words)

    const to = await replyTo(site, receipt)
    const reply = [
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'And what then?',
      '',
      '> quoted words',
      '--b',
      'Content-Type: application/pdf; name="ours.pdf"',
      'Content-Disposition: attachment; filename="ours.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(PDF).toString('base64'),
      '--b--',
      '',
    ].join('\r\n')
    expect(await email(to, receipt, reply, 'Content-Type: multipart/mixed; boundary=b')).toBe(null)
    const replied = (await threadOf(receipt)).at(-1)
    expect(replied).toMatchObject({
      kind: 'reply',
      state: 'received',
      files: [{ name: 'ours.pdf' }, { role: 'original' }],
    })
    const shown = await operator.page(page)
    for (const part of ['And what then?', 'ours.pdf', 'Quoted text']) expect(shown).toContain(part)
    const [, link = ''] = /href="([^"]+)"[^>]*>ours\.pdf/.exec(shown) ?? []
    expect(await (await operator.get(link)).text()).toBe(PDF)

    const more = `Then it is free ${crypto.randomUUID()}`
    const again = await operator.call('POST', `/api/admin/inquiries/${receipt}/answers`, {
      text: more,
      seen: replied?.id,
      processed: true,
    })
    expect(again.status).toBe(202)
    await expect.poll(() => caught('text', more)).toHaveLength(1)
    expect(caught('text', more)[0]).toContain('> And what then?')
    const { inquiry } = await operator.ask<{ inquiry: { state: string } }>('GET', `/api/admin/inquiries/${receipt}`)
    expect(inquiry.state).toBe('processed')

    // The files of both, and the visitor's mail as it came.
    expect((await site.env.FILES.list({ prefix: `conversation/${receipt}/` })).objects).toHaveLength(3)
    const original = replied?.files.find(({ role }) => role === 'original')
    expect(original).toMatchObject({ type: 'message/rfc822' })
    const [, opened = ''] = /href="([^"]+)"[^>]*>Download the original e-mail/.exec(shown) ?? []
    const download = await operator.get(opened)
    expect(download.headers.get('content-disposition')).toMatch(/^attachment;.*\.eml/)
    expect(await download.text()).toContain('And what then?')
    await operator.post(page, { action: 'destroy' })
    for (const table of ['message', 'note', 'claim', 'answer_draft'])
      expect(
        (await site.env.DB.prepare(`SELECT * FROM ${table} WHERE receipt = ?`).bind(receipt).all()).results,
      ).toEqual([])
    expect((await site.env.FILES.list({ prefix: `conversation/${receipt}/` })).objects).toEqual([])
    expect(await site.sql('SELECT * FROM message WHERE receipt = ?', receipt)).toEqual([])
    expect(await email(to, 'late', 'Late.')).toMatch(/no longer accepts replies.*새 문의/s)
  })

  test('a second answer that was begun before is shown beside the first, and not sent', async () => {
    const receipt = await receive()
    const late = `Too late ${crypto.randomUUID()}`
    await operator.call('POST', `/api/admin/inquiries/${receipt}/answers`, { text: 'First.', seen: receipt })
    const answer = await operator.post(`/admin/inquiries/${receipt}/answers`, { text: late, seen: receipt })
    expect(answer.status).toBe(409)
    const page = await answer.text()
    expect(page).toContain('There is a newer answer or reply')
    expect(page).toContain(late)
    expect(page).toContain('First.')
    const call = await operator.call('POST', `/api/admin/inquiries/${receipt}/answers`, { text: late, seen: receipt })
    expect(call.status).toBe(409)
    expect(await operator.page(`/admin/inquiries/${receipt}`), 'It is a draft.').toContain(late)
    expect(caught('text', late)).toEqual([])
  })

  test('what was chosen and is not kept, and what would leave as it was typed, is told before it is sent', async () => {
    const receipt = await receive()
    const send = (fields: Record<string, string | File>) =>
      operator.post(`/admin/inquiries/${receipt}/answers`, { id: crypto.randomUUID(), seen: receipt, ...fields })
    const preview = async (files?: File) =>
      (await send({ text: 'Hello.', action: 'preview', ...(files && { files }) })).text()
    const again = 'Choose them again before you send'
    expect(await preview()).not.toContain(again)
    expect(await preview(new File([PDF], 'ours.pdf'))).toContain(again)

    const text = `Dear {{name}}, ${crypto.randomUUID()}`
    const asked = await send({ text, action: 'send' })
    expect(asked.status).toBe(422)
    expect(await asked.text()).toContain('still contains {{name}}')
    expect((await send({ text: `${text} {{company}}`, action: 'send', placeholders: '{{name}}' })).status).toBe(422)
    expect(caught('text', text)).toEqual([])
    expect((await send({ text, action: 'send', placeholders: '{{name}}' })).status).toBe(303)
    await expect.poll(() => caught('text', text)).toHaveLength(1)
  })

  test('what was destroyed is named apart from who asked for it, and the page says what is left', async () => {
    const receipt = await receive()
    const page = `/admin/inquiries/${receipt}`
    const question = await operator.page(`${page}/destroy`)
    await operator.post(page, { action: 'destroy' })
    const after = await operator.page(page)
    for (const text of ['for up to 30', 'stay for one year', 'Log entries and the certificate']) {
      expect(question).toContain(text)
      expect(after).toContain(text)
    }
    for (const [language, command, end] of [
      ['en', 'Requested destruction', 'Deleted from the site'],
      ['ko', '파기 요청', '사이트에서 삭제됨'],
    ] as const) {
      const shown = await operator.page(page, language)
      for (const text of [command, end]) expect(shown.split(`<strong>${text}</strong>`), text).toHaveLength(2)
    }
  })

  test('a planted note is in nothing that leaves', async () => {
    const planted = `SECRET-${crypto.randomUUID()}`
    const receipt = await receive({ inquiry_mail: 'note@company.example' })
    const page = `/admin/inquiries/${receipt}`
    await operator.post(`${page}/notes`, { text: planted })
    expect(await operator.page(page)).toContain(planted)
    expect((await threadOf(receipt)).at(-1)).toMatchObject({ kind: 'note', text: planted })
    const words = `After a note ${crypto.randomUUID()}`
    const seen = (await threadOf(receipt)).at(-1)?.id
    await operator.call('POST', `/api/admin/inquiries/${receipt}/answers`, { text: words, seen, processed: true })
    const to = await replyTo(site, receipt)
    await site.email('note@company.example', to, mail('note@company.example', to, receipt, 'Hi.'))
    await expect.poll(() => caught('text', words)).toHaveLength(1)
    const leaves = [
      ...caught('text', planted),
      ...caught('html', planted),
      await (await site.fetch(`http://www.example/api/board/inquiry/${receipt}`)).text(),
      await (await site.fetch(`http://www.example/support/request/complete?receipt=${receipt}`)).text(),
      await (await operator.get('/admin/inquiries.csv')).text(),
      await (await operator.get('/api/admin/inquiries.csv')).text(),
      await (await operator.get('/admin/log')).text(),
      await (await operator.get('/admin/inquiries')).text(),
      JSON.stringify(site.logged()),
      JSON.stringify(await site.sql('SELECT * FROM mail')),
      JSON.stringify(await site.sql('SELECT * FROM message')),
    ]
    expect(leaves.join('\n')).toContain(receipt)
    expect(leaves.join('\n')).not.toContain(planted)
    await operator.call('DELETE', `/api/admin/inquiries/${receipt}`)
    expect(JSON.stringify((await site.env.DB.prepare('SELECT * FROM note').all()).results)).not.toContain(planted)
  })

  test("what stands for the platform on a developer's machine is no command of the built Worker", () => {
    const built = globSync('dist/server/**/*.js').map((file) => readFileSync(file, 'utf8'))
    const names = (name: string) => built.filter((text) => new RegExp(`["'\`]${name}["'\`]`).test(text))
    expect(names('save-answer-draft')).not.toEqual([])
    for (const name of ['mail-event', 'reply-address']) expect(names(name)).toEqual([])
  })

  test('/admin has what waits for a person, what comes next and whether all works, and no other figures', async () => {
    const receipt = await receive()
    const overview = await operator.ask<Record<string, unknown>>('GET', '/api/admin')
    const parts =
      'pausedSince waiting failures unmarked failedAnswers nextPublication nextDestruction maintenance mail requests reminders late'
    expect(Object.keys(overview).toSorted()).toEqual([...parts.split(' '), 'checks', 'remote'].toSorted())
    await operator.call('POST', `/api/admin/inquiries/${receipt}/answers`, { text: 'Hello.', seen: receipt })
    const link = `/admin/inquiries/${receipt}#conversation`
    expect(await operator.page('/admin')).not.toContain(link)
    await site.sql("UPDATE message SET state = 'bounced' WHERE receipt = ? AND kind = 'answer'", receipt)
    for (const [language, words] of [
      ['en', 'Answers that did not arrive'],
      ['ko', '전달되지 않은 답변'],
    ] as const) {
      const page = await operator.page('/admin', language)
      expect([page.includes(words), page.includes(link)]).toEqual([true, true])
    }
  })

  test('mails, exports, previews and states of a brand have no word of another', async () => {
    const typed = brands.map((brand) => ({ brand, name: `Visitor ${crypto.randomUUID()}`, words: crypto.randomUUID() }))
    const draft = { subject: 'Draft', contents: 'Text', subject_en: 'Draft', contents_en: 'Text', white_label: null }
    const { board_uuid: id } = await operator.ask<{ board_uuid: string }>('POST', '/api/admin/notices', draft)
    const { address } = await operator.ask<{ address: string }>('POST', `/api/admin/notices/${id}`, {
      action: 'preview',
      language: 'ko',
    })
    for (const { brand, name, words } of typed) {
      const change = { user_name: name, company_name: 'Company Ltd', subject: words, content: words }
      const sent = await sendInquiry(site, { ...SALES, ...change }, { host: hostOf(brand) })
      const { receipt } = ((await sent.json()) as { data: Receipt }).data
      await operator.call('POST', `/api/admin/inquiries/${receipt}/answers`, { text: `Answer ${words}`, seen: receipt })
      await expect.poll(() => caught('html', `Answer ${words}`)).toHaveLength(1)
      await expect.poll(() => caught('text', `admin/inquiries/${receipt}`)).toHaveLength(1)
      const mails = (['text', 'html'] as const).flatMap((kind) => [
        ...caught(kind, `Answer ${words}`),
        ...caught(kind, `admin/inquiries/${receipt}`),
      ])
      expect(mails).toHaveLength(4)
      const at = async (path: string) => (await site.fetch(`http://${hostOf(brand)}${path}`)).text()
      const csv = await (await operator.get(`/admin/inquiries.csv?brand=${brand.id}`)).text()
      expect(csv).toContain(words)
      expect(typed.filter((other) => other.brand !== brand && csv.includes(other.words))).toEqual([])
      const found = {
        // Where a partner has no address of its own, the mail says whose it is.
        mails: foreignTo(brand, brands)(withoutOperator(mails.join('\n'))),
        csv: foreignTo(brand, brands)(csv),
        preview: foreignTo(brand, brands)(await at(address)),
        state: foreignTo(brand, brands)(await at(`/support/request/status?receipt=${receipt}`)),
        page: foreignTo(brand, brands)(await at(`/support/request/complete?receipt=${receipt}`)),
        json: foreignTo(brand, brands)(await at(`/api/board/inquiry/${receipt}`)),
      }
      expect(found, brand.id).toEqual({ mails: [], csv: [], preview: [], state: [], page: [], json: [] })
      expect(mails.join('\n')).toContain(brand.name.en)
      for (const other of brands.filter((each) => each !== brand)) {
        const answer = await site.fetch(`http://${hostOf(other)}/api/board/inquiry/${receipt}`)
        expect([other.id, answer.status, await answer.text()]).toEqual([
          other.id,
          404,
          expect.not.stringContaining(words),
        ])
      }
    }
  })
})
