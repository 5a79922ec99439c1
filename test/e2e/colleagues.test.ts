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

/* An answer with copies, and what colleagues reply, as an operator walks it. */

let worker: Site
let operator: Operator
beforeAll(async () => {
  worker = await startSite({ vars: { ADMIN_TOKEN, MAIL_FROM: 'site@vcp-x.example', REPLY_DOMAIN } })
  operator = await signInByCall(worker)
})
afterAll(() => worker.close())
const site = useSite({ origin: () => worker.url.origin })

const [KIM, PARK] = ['kim@company.example', 'park@elsewhere.example'] as const
const WORDS = {
  ko: {
    cc: '참조',
    send: '보내기',
    wrong: '이메일 주소가 아닙니다. 고치거나 지워 주세요: park@',
    copied: `참조: ${KIM}`,
    quarantined: '격리된 메일 (1)',
    add: '대화에 넣기',
    assign: '내가 담당',
  },
  en: {
    cc: 'Cc',
    send: 'Send',
    wrong: 'This is not an e-mail address. Correct or remove it: park@',
    copied: `Cc: ${KIM}`,
    quarantined: 'Quarantined (1)',
    add: 'Add to the conversation',
    assign: 'Assign to me',
  },
} as const

async function visitorSends(): Promise<string> {
  const answer = await sendInquiry(worker, SALES)
  return ((await answer.json()) as { data: { receipt: string } }).data.receipt
}
const threadOf = async (receipt: string) =>
  (await operator.ask<{ thread: ThreadEntry[] }>('GET', `/api/admin/inquiries/${receipt}`)).thread
async function arrives(receipt: string, from: string): Promise<void> {
  const to = await replyTo(worker, receipt)
  const file = `--b\r\nContent-Type: text/plain\r\n\r\nOrder\r\n--b\r\nContent-Type: application/pdf; name="order.pdf"\r\nContent-Disposition: attachment\r\n\r\n%PDF-1.7\r\n--b--\r\n`
  const raw = mail(from, to, crypto.randomUUID(), file, 'Content-Type: multipart/mixed; boundary=b')
  expect(await worker.email(from, to, raw)).toBe(null)
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const faultsOf = async (page: Page, language: 'ko' | 'en') => [
  ...(await pageFaults(page, language)).filter((fault) => !/^(?:Hangul|English):/.test(fault)),
  ...(await axeFindings(page)),
]

test.each([
  ['ko', 360],
  ['en', 360],
  ['ko', 1280],
  ['en', 1280],
] as const)(
  'without scripts a wrong Cc is put right where it stands, and colleagues join the conversation: %s at %i px',
  async (language, width) => {
    const words = WORDS[language]
    const receipt = await visitorSends()
    const page = await signIn(site, language, {
      width,
      height: 740,
      javaScript: false,
      expected: /status of 422|^422 /,
    })
    await page.goto(`/admin/inquiries/${receipt}`)
    const form = page.locator('form[data-draft]')
    await form.locator('textarea').fill('**무료**')
    await form.getByLabel(words.cc, { exact: true }).fill(`Kim <${KIM}>, park@`)
    await button(page, words.send).click()
    expect(await page.locator('#cc-error').textContent()).toBe(words.wrong)
    expect(await form.locator('textarea').inputValue()).toBe('**무료**')
    expect(await form.locator('[name=cc]').inputValue()).toBe(`Kim <${KIM}>, park@`)
    await form.locator('[name=cc]').fill(`Kim <${KIM}>`)
    await button(page, words.send).click()
    expect(await page.locator('article.answer').textContent()).toContain(words.copied)

    await arrives(receipt, KIM)
    await arrives(receipt, PARK)
    await page.reload()
    expect(await page.locator('.thread article.reply').textContent()).toContain('order.pdf')
    await page.getByText(words.quarantined, { exact: true }).click()
    expect(await page.locator('details article.reply a').count(), 'Its files are closed.').toBe(0)
    await button(page, words.add).click()
    expect(await page.locator('.thread article.reply').count()).toBe(2)
    expect(await page.locator('.thread article.reply').last().locator('.files a').textContent()).toBe('order.pdf')
    expect(await page.getByText(words.quarantined).count()).toBe(0)
    // The next answer begins with the same copies, and names who else has replied.
    expect(await form.locator('[name=cc]').inputValue()).toBe(KIM)
    expect(await page.locator('#cc-hint').textContent()).toContain(PARK)
    expect((await threadOf(receipt)).map(({ state }) => state)).toEqual([null, 'handed over', 'received', 'received'])
  },
)

test.each([
  ['ko', 360],
  ['en', 1280],
] as const)('the pages of a conversation with colleagues in %s at %i px have no fault', async (language, width) => {
  const words = WORDS[language]
  const receipt = await visitorSends()
  const page = await signIn(site, language, { width, expected: /status of 422|^422 / })
  await page.goto(`/admin/inquiries/${receipt}`)
  await page.locator('form[data-draft] .rich-text').fill('Hello.')
  await page.locator('[name=cc]').fill(`${KIM}, park@`)
  await button(page, words.send).click()
  await page.locator('#cc-error').waitFor()
  expect(await faultsOf(page, language)).toEqual([])
  await page.locator('[name=cc]').fill(KIM)
  await button(page, words.send).click()
  await page.locator('article.answer').waitFor()
  await arrives(receipt, KIM)
  await arrives(receipt, PARK)
  await page.goto(`/admin/inquiries/${receipt}`)
  await page.getByText(words.quarantined, { exact: true }).click()
  expect(await faultsOf(page, language)).toEqual([])
  await button(page, words.add).click()
  await page.locator('.thread article.reply').nth(1).waitFor()
  expect(await faultsOf(page, language)).toEqual([])
})

test('what is typed into Cc is on the page that another form of it brings', async () => {
  const receipt = await visitorSends()
  const page = await signIn(site, 'ko')
  await page.goto(`/admin/inquiries/${receipt}`)
  await page.locator('form[data-draft] .rich-text').waitFor()
  await page.locator('[name=cc]').fill(KIM)
  await button(page, WORDS.ko.assign).click()
  await page.waitForLoadState()
  await expect.poll(() => page.locator('[name=cc]').inputValue()).toBe(KIM)
})
