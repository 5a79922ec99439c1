import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hydrate } from './support/arrival'
import { axeFindings } from './support/axe'
import type { Language } from './support/browser'
import { openForm, put, TEXTS } from './support/form'
import { FAILED_REQUESTS, useSite } from './support/site'

const site = useSite({ expected: FAILED_REQUESTS })

const QUESTION = {
  ko: { typed: '비밀번호를 잊어버렸어요', answer: '비밀번호를 잊었습니다' },
  en: { typed: 'Lost my password', answer: 'I forgot my password' },
}
const subject = (page: Page) => page.locator('[name=subject]')
const answers = (page: Page) => page.locator('form a[href*="/support/faq/"]')

const says = (language: Language, found: number) => TEXTS[language].answers.replace('{{found}}', String(found))

test('what the FAQ answers is offered while the subject is typed, told, and read in a new tab', async () => {
  const language = 'ko'
  const texts = TEXTS[language]
  const { typed, answer } = QUESTION[language]
  const page = await site.visit(language)
  const lists: string[] = []
  page.on('request', (request) => request.url().includes('/api/board/') && lists.push(request.url()))
  await openForm(page, 'sales', language)
  await subject(page).click()
  await subject(page).pressSequentially(typed.slice(0, 2))
  expect(lists).toEqual([])
  await subject(page).pressSequentially(typed.slice(2))
  const link = answers(page).filter({ hasText: answer })
  await link.waitFor()
  expect(await answers(page).count()).toBeLessThanOrEqual(3)
  await page
    .getByRole('status')
    .filter({ hasText: says(language, await answers(page).count()) })
    .waitFor()
  expect(lists).toHaveLength(1)
  expect(await link.innerText()).toContain(texts['privacy-link-new'])
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Tab')
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')])
  await tab.getByRole('heading', { level: 1 }).filter({ hasText: answer }).waitFor()
  expect(await subject(page).inputValue()).toBe(typed)
})
test('nothing is offered where nothing fits, and what was offered goes with the words', async () => {
  const page = await site.visit('en')
  await openForm(page, 'sales', 'en')
  await put(page, 'subject', QUESTION.en.typed)
  await answers(page).filter({ hasText: QUESTION.en.answer }).waitFor()
  await put(page, 'subject', 'Warehouse in Busan')
  await answers(page).first().waitFor({ state: 'detached' })
  expect(await page.getByText(says('en', 0)).count()).toBe(0)
})

test('a visitor who has gone on to the next field is not pushed away from it', async () => {
  const page = await site.visit('ko')
  await openForm(page, 'sales', 'ko')
  let release = () => {}
  const hold = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/board/selectList', async (route) => {
    await hold
    await route.continue()
  })
  const listed = page.waitForRequest('**/api/board/selectList')
  await put(page, 'subject', QUESTION.ko.typed)
  await listed
  const content = page.locator('[name=content]')
  await content.focus()
  const before = await content.boundingBox()
  const answered = page.waitForResponse('**/api/board/selectList')
  release()
  await (await answered).finished()
  await content.pressSequentially('abc')
  expect(await content.boundingBox()).toEqual(before)
  expect(await answers(page).count()).toBe(0)
})

test('a list that fails leaves the form as it is', async () => {
  const page = await site.visit('ko')
  await openForm(page, 'sales', 'ko')
  await page.route('**/api/board/selectList', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await put(page, 'subject', QUESTION.ko.typed)
  await failed
  await page.unroute('**/api/board/selectList')
  await subject(page).press('End')
  await subject(page).pressSequentially('!')
  await answers(page).first().waitFor()
})

test('home offers them too; without scripts there is nothing', async () => {
  const page = await site.visit('ko')
  await page.goto('/')
  await hydrate(page)
  // The form is hydrated after what stands around it.
  await page.getByText(TEXTS.ko['drop-several']).waitFor()
  await put(page, 'subject', QUESTION.ko.typed)
  await answers(page).filter({ hasText: QUESTION.ko.answer }).waitFor()
  const plain = await site.visit('ko', { javaScript: false })
  await plain.goto('/support/request')
  await put(plain, 'subject', QUESTION.ko.typed)
  expect(await answers(plain).count()).toBe(0)
  expect(await subject(plain).inputValue()).toBe(QUESTION.ko.typed)
})
