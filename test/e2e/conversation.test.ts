import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ThreadEntry } from '../../functions/contract/conversation'
import { ADMIN_TOKEN, type Operator, signIn as signInByCall } from '../support/operator'
import { startSite, type Site } from '../support/site'
import { SALES, sendInquiry } from '../support/visitor-calls'
import { mail, REPLY_DOMAIN, replyTo } from '../support/visitor-mail'
import { axeFindings } from './support/axe'
import { signIn } from './support/operator'
import { pageFaults } from './support/page-faults'
import { useSite } from './support/site'

let worker: Site
let operator: Operator
beforeAll(async () => {
  worker = await startSite({ vars: { ADMIN_TOKEN, MAIL_FROM: 'site@vcp-x.example', REPLY_DOMAIN } })
  operator = await signInByCall(worker)
  await operator.post('/admin/answers', { title: '견적', text: '{{name}} 님께', text_en: 'Dear {{name}}' })
})
afterAll(() => worker.close())
const site = useSite({ origin: () => worker.url.origin })

async function visitorSends(subject = '견적'): Promise<string> {
  const answer = await sendInquiry(worker, { ...SALES, subject })
  return ((await answer.json()) as { data: { receipt: string } }).data.receipt
}
const threadOf = async (receipt: string) =>
  (await operator.ask<{ thread: ThreadEntry[] }>('GET', `/api/admin/inquiries/${receipt}`)).thread
const editor = (page: Page) => page.locator('form[data-draft] .rich-text')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Whether something stands in the part of the page that the window shows. */
const isInSight = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })

/** Mails to the address of replies: one of the visitor, and one that nothing proves. */
async function mailsArrive(receipt: string): Promise<void> {
  const to = await replyTo(worker, receipt)
  for (const from of [SALES.inquiry_mail, 'forger@evil.example']) {
    const raw = mail(from, to, `${receipt}-${from.split('@')[0]}`, '고맙습니다.\r\n\r\n> 인용')
    expect(await worker.email(from, to, raw)).toBe(null)
  }
}

test.each([
  ['ko', 360],
  ['en', 1280],
] as const)('the pages of a conversation in %s at %i px have no fault', async (language, width) => {
  const receipt = await visitorSends()
  const path = `/admin/inquiries/${receipt}`
  await operator.post(`${path}/claim`, {})
  await operator.post(`${path}/answers`, { text: `**답변** ${'https://a.example/'.repeat(9)}`, seen: receipt })
  await operator.post(`${path}/notes`, { text: '메모' })
  await mailsArrive(receipt)
  const page = await signIn(site, language, { width })
  for (const address of [path, `${path}/destroy`, '/admin/answers']) {
    await page.goto(address)
    if (address === path) await editor(page).waitFor()
    await page.evaluate(() => document.querySelectorAll('details').forEach((part) => (part.open = true)))
    const faults = (await pageFaults(page, language)).filter((fault) => !/^(?:Hangul|English):/.test(fault))
    expect([address, faults, await axeFindings(page)]).toEqual([address, [], []])
  }
})

test('an answer is written and sent by keyboard, and what was typed survives a crash', async () => {
  const receipt = await visitorSends()
  const first = await signIn(site, 'ko')
  await first.goto(`/admin/inquiries/${receipt}`)
  await editor(first).focus()
  await first.keyboard.type('비용은 ')
  await first.keyboard.press('Control+b')
  await first.keyboard.type('무료')
  await first.locator('[data-status]', { hasText: '저장됨' }).waitFor()
  // Without a word to the page.
  const cdp = await first.context().newCDPSession(first)
  const crashed = first.waitForEvent('crash')
  void cdp.send('Page.crash').catch(() => undefined)
  await crashed
  const page = await first.context().newPage()
  await page.goto(`/admin/inquiries/${receipt}`)
  expect(await editor(page).locator('strong').textContent()).toBe('무료')
  await editor(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('입니다.')
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  for (let stops = 0; stops < 12 && (await focused()) !== '보내기'; stops++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const sent = page.locator('article.answer')
  await sent.waitFor()
  expect(await sent.locator('.reply-text strong').textContent()).toBe('무료입니다.')
  expect((await threadOf(receipt)).at(-1)).toMatchObject({
    kind: 'answer',
    text: expect.stringMatching(/^비용은 \*\*무료입니다\.\*\*\s*$/),
  })
  expect(await editor(page).textContent(), 'What was sent is no draft.').toBe('')
})

test('what is typed is on the page that another form of it brings', async () => {
  const receipt = await visitorSends()
  const page = await signIn(site, 'ko')
  await page.goto(`/admin/inquiries/${receipt}`)
  await editor(page).fill('쓰던 답변')
  await page.locator(`form[action$="/claim"] button`).first().click()
  await page.waitForLoadState()
  await expect.poll(() => editor(page).textContent()).toBe('쓰던 답변')
})

test('a dialog closes while a save is slow, and another form still waits for the draft', async () => {
  const receipt = await visitorSends()
  const page = await signIn(site, 'ko')
  const held = Promise.withResolvers<void>()
  await page.route('**/draft', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/admin/inquiries/${receipt}`)
  await editor(page).fill('쓰던 답변')
  await button(page, '링크').click()
  await button(page, '취소').click()
  await page.getByRole('dialog').waitFor({ state: 'hidden', timeout: 5000 })
  held.resolve()
  await page.locator('[data-status]', { hasText: '저장됨' }).waitFor()
  // The next save takes longer than the form would.
  await page.unroute('**/draft')
  await page.route('**/draft', async (route) => {
    await new Promise((done) => setTimeout(done, 1000))
    await route.continue()
  })
  await editor(page).fill('쓰던 답변, 더 길게')
  await page.locator(`form[action$="/claim"] button`).first().click()
  await button(page, '담당 해제').waitFor()
  await expect.poll(() => editor(page).textContent()).toBe('쓰던 답변, 더 길게')
})

test.each([
  ['ko', '내용이 너무 깁니다', '로그아웃되었을 수 있습니다', '저장됨'],
  ['en', 'the text is too long', 'you may be signed out', 'Saved'],
] as const)(
  'a draft that is refused says why, is not sent again by itself, and is not left unasked (%s)',
  async (language, tooLong, signedOut, saved) => {
    const receipt = await visitorSends()
    const page = await signIn(site, language, { expected: /40[03]/ })
    await page.goto(`/admin/inquiries/${receipt}`)
    await editor(page).waitFor()
    await page.clock.install()
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/draft')) sent++
    })
    const status = (text: string) => page.locator('[data-status]', { hasText: text }).waitFor()
    await editor(page).fill('가'.repeat(20_001))
    await page.clock.runFor(2000)
    await status(tooLong)
    await page.clock.runFor(60_000)
    expect(sent).toBe(1)
    const asked: string[] = []
    page.once('dialog', (question) => {
      asked.push(question.type())
      void question.dismiss()
    })
    await page.locator('.menu a').first().click({ noWaitAfter: true })
    expect(asked).toEqual(['beforeunload'])
    expect(await editor(page).textContent()).toHaveLength(20_001)

    await page.context().clearCookies()
    await editor(page).fill('짧은 답변')
    await page.clock.runFor(2000)
    await status(signedOut)
    const before = sent
    await page.clock.runFor(60_000)
    expect(sent).toBe(before)
    await page.request.get(`/admin?token=${ADMIN_TOKEN}`, { maxRedirects: 0 })
    await editor(page).press('End')
    await page.keyboard.type('.')
    await page.clock.runFor(2000)
    await status(saved)
  },
)

test('a text put back while its change is being saved is what the server keeps', async () => {
  const receipt = await visitorSends()
  const page = await signIn(site, 'en')
  await page.goto(`/admin/inquiries/${receipt}`)
  const saved = page.locator('[data-status]', { hasText: 'Saved, without files' })
  await editor(page).fill('Yes')
  await saved.waitFor()
  // The server has the change at once, and its answer is slow.
  const arrived = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(
    '**/draft',
    async (route) => {
      const response = await route.fetch()
      arrived.resolve()
      await held.promise
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )
  await editor(page).press('End')
  await page.keyboard.type(' not')
  await arrived.promise
  for (const _ of ' not') await page.keyboard.press('Backspace')
  await page.waitForTimeout(2000)
  held.resolve()
  await saved.waitFor()
  await page.reload()
  await expect.poll(() => editor(page).textContent()).toBe('Yes')
})

test('a draft whose text is put back after a refusal or a lost line is saved, and says so', async () => {
  const receipt = await visitorSends()
  const page = await signIn(site, 'en', { expected: /status of 400|^400 |ERR_FAILED/ })
  await page.goto(`/admin/inquiries/${receipt}`)
  await editor(page).waitFor()
  await page.clock.install()
  const status = (text: string) => page.locator('[data-status]', { hasText: text }).waitFor()
  const types = async (text: string) => {
    await editor(page).fill(text)
    await page.clock.runFor(2000)
  }
  await types('Yes')
  await status('Saved, without files')
  await types('a'.repeat(20_001))
  await status('the text is too long')
  await types('Yes')
  await status('Saved, without files')

  // The server has it, and its answer is lost.
  await page.route(
    '**/draft',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await types('Yes not')
  await status('Not saved. Trying again.')
  await types('Yes')
  await status('Saved, without files')
  await page.reload()
  await expect.poll(() => editor(page).textContent()).toBe('Yes')
})

test.each([
  ['ko', '링크', '링크 넣기', '취소', '웹 주소나 이메일 주소를 입력해 주세요.'],
  ['en', 'Link', 'Set link', 'Cancel', 'Enter a web address or an e-mail address.'],
] as const)(
  'a link takes addresses of the web, mail and telephones alone (%s)',
  async (language, link, set, cancel, why) => {
    const receipt = await visitorSends()
    const page = await signIn(site, language)
    await page.goto(`/admin/inquiries/${receipt}`)
    await editor(page).waitFor()
    const address = page.locator('#link-address')
    for (const refused of [
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'ftp://a.example',
      'https://',
    ]) {
      await button(page, link).click()
      await address.fill(refused)
      await button(page, set).click()
      expect(await address.isVisible(), refused).toBe(true)
      expect(await address.evaluate((field: HTMLInputElement) => field.validationMessage), refused).toContain(why)
      await button(page, cancel).click()
    }
    expect(await editor(page).locator('a').count()).toBe(0)
    for (const [typed, href] of [
      ['a.example/b', 'https://a.example/b'],
      ['http://a.example', 'http://a.example'],
      ['kim@a.example', 'mailto:kim@a.example'],
      ['tel:+82-2-123', 'tel:+82-2-123'],
      ['/faq', '/faq'],
    ] as const) {
      await button(page, link).click()
      await address.fill('javascript:alert(1)')
      await address.press('Enter')
      await address.fill(typed)
      await address.press('Enter')
      await address.waitFor({ state: 'hidden' })
      await expect.poll(() => editor(page).locator('a').last().getAttribute('href')).toBe(href)
    }
  },
)

test('on a phone without scripts it begins with a saved answer, is previewed, and sent', async () => {
  const receipt = await visitorSends()
  const page = await signIn(site, 'ko', { width: 360, height: 740, javaScript: false })
  await page.goto(`/admin/inquiries/${receipt}`)
  await button(page, '내가 담당').click()
  await page.locator('[name=saved]').selectOption({ label: '견적' })
  await button(page, '넣기').click()
  const text = page.locator('form[data-draft] textarea')
  expect(await text.inputValue()).toMatch(/^(?:홍길동 님께|Dear 홍길동)$/)
  expect(await isInSight(page, '#text')).toBe(true)
  await text.fill('**무료**입니다.')
  await button(page, '미리보기').click()
  expect(await page.locator('.preview strong').textContent()).toBe('무료')
  expect(await isInSight(page, '.preview strong')).toBe(true)
  await button(page, '보내기').click()
  expect(await page.locator('article.answer .reply-text strong').textContent()).toBe('무료')
  await page.locator('form[action$="/notes"] textarea').fill('메모')
  await button(page, '메모 추가').click()
  expect((await threadOf(receipt)).map(({ kind }) => kind)).toEqual(['inquiry', 'answer', 'note'])
})

test.each([true, false])('why nothing was sent is in sight; scripts: %s', async (javaScript) => {
  const receipt = await visitorSends()
  const path = `/admin/inquiries/${receipt}`
  const page = await signIn(site, 'ko', {
    width: 360,
    height: 740,
    javaScript,
    expected: /status of 4(?:09|22)|^4(?:09|22) /,
  })
  const reason = 'form[data-draft] [role="alert"]'
  await page.goto(path)
  await button(page, '보내기').click()
  await page.locator(reason).waitFor()
  expect(await isInSight(page, reason), 'Nothing was typed.').toBe(true)
  await page.goto(path)
  if (javaScript) {
    await editor(page).focus()
    await page.keyboard.type('첫 답변')
  } else await page.locator('form[data-draft] textarea').fill('첫 답변')
  await operator.post(`${path}/answers`, { text: '다른 답변', seen: receipt })
  await button(page, '보내기').click()
  await page.locator(reason).waitFor()
  expect(await isInSight(page, reason), 'Somebody else was first.').toBe(true)
})
