import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadFirstContent } from '../../functions/cli/first-content.ts'
import { ADMIN_TOKEN } from '../support/operator.ts'
import { type Site as Worker, startSite } from '../support/site.ts'
import { axeFindings } from './support/axe.ts'
import { LANGUAGES } from './support/browser.ts'
import { addPicture, editorOf, writeTable } from './support/editor-page.ts'
import { signIn } from './support/operator.ts'
import { FAILED_REQUESTS, useSite } from './support/site.ts'

let worker: Worker
beforeAll(async () => {
  worker = await startSite({ vars: { ADMIN_TOKEN } })
  await loadFirstContent(worker.env.DB, new Date())
})
afterAll(() => worker.close())
const site = useSite({ origin: () => worker.url.origin, expected: FAILED_REQUESTS })

const statusOf = (path: string) => worker.fetch(`http://www.example${path}`).then(({ status }) => status)
const textOf = async (path: string, language = 'en') => {
  const answer = await worker.fetch(`http://www.example${path}`, { headers: { 'accept-language': language } })
  return answer.text()
}

test.each([true, false])(
  'an operator writes a notice with a picture and a table in both languages, schedules, corrects, withdraws it and brings it back, with scripts: %s',
  async (javaScript) => {
    const page = await signIn(site, 'en', { javaScript, width: javaScript ? 1280 : 360 })
    await page.goto('/admin/notices')
    await page.getByRole('button', { name: 'Write a notice' }).click()
    const korean = page.getByRole('group', { name: 'Korean' })
    const english = page.getByRole('group', { name: 'English' })
    await korean.getByLabel('Title').fill('표가 있는 공지')
    await writeTable(korean, ['구분', '시작'], javaScript)
    await english.getByLabel('Title').fill('A notice with a table')
    await writeTable(english, ['Part', 'One'], javaScript)
    await addPicture(page, english, javaScript)
    await expect.poll(() => page.locator('#contents_en').inputValue()).toMatch(/!\[A red dot\]\(\/content\//)

    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const address = `/support/notice/${id}`
    expect(await statusOf(address)).toBe(404)

    // That it becomes public at the stored time is proven in test/worker/publishing/entries.test.ts.
    await page.getByText('Publish later').click()
    await page.getByLabel('Publish on').fill('2099-01-01T08:30')
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByText('Scheduled. It will be published automatically at that time.').waitFor()
    expect(await page.locator('.state-line time').getAttribute('datetime')).toBe('2098-12-31T23:30:00.000Z')
    await page.getByText('January 1, 2099 at 08:30 (KST)').waitFor()
    expect(await statusOf(address)).toBe(404)
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByText('Published. Visitors see it').waitFor()
    expect(await statusOf(address)).toBe(200)
    for (const path of ['/support/notice', '/support/notice/feed.xml'])
      expect(await textOf(path)).toContain('A notice with a table')
    expect(await textOf('/sitemap.xml')).toContain(address)

    const reader = await site.visit('en')
    await reader.goto(address)
    const picture = reader.getByRole('img', { name: 'A red dot' })
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1)
    expect(await reader.getByRole('cell', { name: 'One' }).count()).toBe(1)

    await english.getByLabel('Title').fill('Corrected')
    await page.getByRole('button', { name: 'Publish the changes' }).click()
    await page.getByText('Published. Visitors see it').waitFor()
    expect(await textOf(address)).toContain('<h1>Corrected</h1>')
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('Withdrawn. It disappears').waitFor()
    expect(await statusOf(address)).toBe(404)
    await page.locator('details.question', { hasText: 'Bring back version 1' }).locator('summary').click()
    await page.getByRole('button', { name: 'Bring back version 1' }).click()
    await page.getByText('The earlier version is back').waitFor()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByText('Published. Visitors see it').waitFor()
    expect(await textOf(address)).toContain('<h1>A notice with a table</h1>')
  },
  120_000,
)

/** A draft in the windows of two people. */
async function twoAtOneDraft(...scripts: [boolean, boolean]) {
  const [first, second] = await Promise.all(scripts.map((javaScript) => signIn(site, 'ko', { javaScript })))
  if (!first || !second) throw new Error('Two windows are needed.')
  await first.goto('/admin/notices')
  await first.getByRole('button', { name: '새 공지 쓰기' }).click()
  await second.goto(first.url())
  return { first, second, address: first.url() }
}
const title = (page: Page) => page.locator('#subject')
const save = (page: Page) => page.getByRole('button', { name: '임시 저장' }).click()

describe('of two people at one draft, the second', () => {
  test('is told, sees both texts, and nothing of his is saved until he has chosen', async () => {
    const { first, second, address } = await twoAtOneDraft(true, true)
    const saved = (page: Page) => page.getByText('저장되었습니다.').waitFor()
    await title(first).fill('먼저')
    await saved(first)
    await title(second).fill('나중')
    await second.getByText('다른 사람이 먼저 저장했습니다.').waitFor()
    await save(second)
    await second.getByText('아직 아무것도 덮어쓰지 않았습니다.').waitFor()
    // One more letter, and all the time that a save could wait for.
    await second.clock.install()
    await title(second).press('End')
    await title(second).pressSequentially('!')
    await second.clock.runFor(60_000)
    await second.evaluate(() => fetch('/admin').then((answer) => answer.text()))
    await first.reload()
    expect(await title(first).inputValue()).toBe('먼저')
    expect(await second.getByLabel('먼저 저장된 제목').first().inputValue()).toBe('먼저')
    expect(await axeFindings(second, ['frame-tested'])).toEqual([])

    // What was typed waits in the browser, also for whoever leaves without having chosen.
    await second.goto(address)
    expect(await title(second).inputValue()).toBe('나중!')
    await second.getByText('다른 사람이 먼저 저장했습니다.').waitFor()
    await save(second)

    const keep = second.getByRole('button', { name: '내 내용으로 저장' })
    await keep.waitFor()
    await title(first).fill('그 사이')
    await saved(first)
    await keep.click()
    await second.getByLabel('먼저 저장된 제목').first().waitFor()
    expect(await second.getByLabel('먼저 저장된 제목').first().inputValue()).toBe('그 사이')
    await keep.click()
    await saved(second)
    await title(second).fill('나중에 고른 글')
    await saved(second)

    await title(first).fill('버릴 글')
    await first.getByText('다른 사람이 먼저 저장했습니다.').waitFor()
    await save(first)
    await first.getByRole('button', { name: '먼저 저장된 내용 사용' }).click()
    await first.getByRole('button', { name: '임시 저장' }).waitFor()
    await first.reload()
    expect(await title(first).inputValue()).toBe('나중에 고른 글')
  })

  test('keeps what he sent over a line that broke, although the first has saved meanwhile', async () => {
    const { first, second, address } = await twoAtOneDraft(false, true)
    await second.route('**/admin/notices/*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await second.route('**/api/admin/**', (route) => route.abort())
    await title(second).fill('나중')
    await save(second)
    await second.waitForURL('chrome-error://**')
    await title(first).fill('먼저')
    await save(first)
    await second.unrouteAll()
    await second.goto(address)
    expect(await title(second).inputValue()).toBe('나중')
    await second.getByText('다른 사람이 먼저 저장했습니다.').waitFor()
  })

  test('does not get his own over the newer one by going back, without scripts', async () => {
    const { first, second } = await twoAtOneDraft(false, false)
    await title(second).fill('돌아온 글')
    await second.goto('/admin')
    await title(first).fill('먼저')
    await save(first)
    await second.goBack()
    await save(second)
    await first.reload()
    expect(await title(first).inputValue()).toBe('먼저')
  })
})

describe('the editor', () => {
  test('saves by itself, shows the text in the real page, and keeps what a lost line did not let through', async () => {
    const page = await signIn(site, 'ko')
    await page.goto('/admin/faq')
    await page.getByRole('button', { name: '새 질문 쓰기' }).click()
    const text = editorOf(page, '본문')
    const markdown = () => page.locator('#contents').inputValue()
    await page.locator('#subject').fill('질문')
    await text.press('Control+B')
    await page.keyboard.type('굵은')
    await text.press('Control+B')
    await page.keyboard.type(' 글')
    await page.getByText('저장되었습니다.').waitFor()
    const frame = page.frameLocator('[data-preview="contents"]')
    await frame.locator('article strong', { hasText: '굵은' }).waitFor()
    // The keyboard walks through the preview's text, which has no link, and not through the header and footer around it.
    const stops: string[] = []
    while (!stops.includes('A') && stops.length < 30) {
      await page.keyboard.press('Tab')
      stops.push(await page.evaluate(() => document.activeElement?.tagName ?? ''))
    }
    expect(stops.filter((name) => name === 'IFRAME').length).toBeLessThanOrEqual(1)

    await page.route('**/api/admin/**', (route) => route.abort())
    await text.fill('끊긴 동안 쓴 글')
    await page.getByText('연결이 끊겨 저장하지 못했습니다.').waitFor()
    await page.reload()
    expect(await markdown()).toBe('**끊긴 동안 쓴 글**\n')
    await page.getByText('연결이 끊겨 저장하지 못했습니다.').waitFor()
    await page.unroute('**/api/admin/**')
    await page.getByText('저장되었습니다.').waitFor()
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    expect(await markdown()).toBe('**끊긴 동안 쓴 글**\n')
  })

  test('says why a text is refused, sends only another one again, and keeps what was typed', async () => {
    const page = await signIn(site, 'en')
    await page.goto('/admin/notices')
    await page.getByRole('button', { name: 'Write a notice' }).click()
    const text = editorOf(page, 'Text')
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent++
    })
    await text.fill('가'.repeat(100_001))
    const tooLong = page.getByText('a text up to 100,000')
    await tooLong.waitFor()
    // A lost line would be tried again by now.
    await page.waitForTimeout(6000)
    expect(sent).toBe(1)
    await page.reload()
    expect((await page.locator('#contents').inputValue()).trim()).toHaveLength(100_001)
    await tooLong.waitFor()

    await page.context().clearCookies()
    await text.fill('짧은 글')
    await page.getByText('you may be signed out').waitFor()
    await page.request.get(`/admin?token=${ADMIN_TOKEN}`, { maxRedirects: 0 })
    await text.press('End')
    await page.keyboard.type('.')
    await page.getByText('Saved.', { exact: true }).waitFor()
  })

  test('saves a text that is put back after a refusal or a lost line, and says so', async () => {
    const page = await signIn(site, 'en')
    await page.goto('/admin/notices')
    await page.getByRole('button', { name: 'Write a notice' }).click()
    const text = page.getByRole('group', { name: 'English' }).locator('.rich-text')
    const saved = page.getByText('Saved.', { exact: true })
    const tooLong = page.getByText('a text up to 100,000')
    await text.fill('Text')
    await saved.waitFor()
    // The same text again is refused again.
    for (const _ of [1, 2]) {
      await text.fill('a'.repeat(100_500))
      await tooLong.waitFor()
      await text.fill('Text')
      await saved.waitFor()
    }
    await page.route('**/api/admin/**', (route) => route.abort())
    await text.fill('Text, longer')
    await page.getByText('Not saved: there is no connection').waitFor()
    await text.fill('Text')
    await page.unroute('**/api/admin/**')
    await saved.waitFor()
  })

  test('saves what was typed before its script came', async () => {
    const page = await signIn(site, 'ko')
    await page.goto('/admin/notices')
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/admin-editor*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('button', { name: '새 공지 쓰기' }).click({ noWaitAfter: true })
    await title(page).fill('빨리 쓴 제목')
    held.resolve()
    await page.getByText('저장되었습니다.').waitFor()
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    expect(await title(page).inputValue()).toBe('빨리 쓴 제목')
  })

  test('shows what was typed while the real page was on its way', async () => {
    const page = await signIn(site, 'ko')
    await page.goto('/admin/notices')
    const held = Promise.withResolvers<void>()
    await page.route('**/admin/notices/*/page?lng=ko', async (route) => {
      const response = await route.fetch()
      await held.promise
      await route.fulfill({ response }).catch(() => undefined)
    })
    const asked = page.waitForRequest('**/admin/notices/*/page?lng=ko')
    await page.getByRole('button', { name: '새 공지 쓰기' }).click({ noWaitAfter: true })
    await asked
    await title(page).fill('먼저 쓴 제목')
    await editorOf(page, '본문').fill('굵은 글')
    await page.getByText('저장되었습니다.').waitFor()
    held.resolve()
    const article = page.frameLocator('[data-preview="contents"]').locator('article')
    await article.locator('p', { hasText: '굵은' }).waitFor()
    await article.getByRole('heading', { name: '먼저 쓴 제목' }).waitFor()
    // The entry begins below the header, which stays in sight.
    const hidden = await article.evaluate((element) => {
      const header = element.ownerDocument.querySelector('header')
      return (header?.getBoundingClientRect().bottom ?? Infinity) - element.getBoundingClientRect().top
    })
    expect(hidden).toBeLessThanOrEqual(1)
  })

  test('sends a form after the save that is under way, and not against it', async () => {
    const page = await signIn(site, 'ko')
    await page.goto('/admin/notices')
    const held = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    // Before the page opens: Chromium may pass a document by whose load is under way.
    await page.route('**/api/admin/notices/*', async (route) => {
      const response = await route.fetch().catch((error: unknown) => {
        arrived.reject(error)
        throw error
      })
      arrived.resolve()
      await held.promise
      await route.fulfill({ response }).catch(() => undefined)
    })
    await page.getByRole('button', { name: '새 공지 쓰기' }).click()
    await title(page).fill('쓰는 중')
    await arrived.promise
    await page.getByRole('button', { name: '임시 저장' }).click({ noWaitAfter: true })
    held.resolve()
    await page.getByText('저장되었습니다. 방문자에게는 아직 보이지 않습니다.').waitFor()
    expect(await title(page).inputValue()).toBe('쓰는 중')
  })

  test('says what is missing before publishing, and forbids only an empty text', async () => {
    const page = await signIn(site, 'en', { javaScript: false })
    await page.goto('/admin/notices')
    await page.getByRole('button', { name: 'Write a notice' }).click()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('heading', { name: 'This cannot be published' }).waitFor()
    await page.locator('#subject').fill('그림')
    await page.locator('#contents').fill('![](/content/none/x.png) [x](/nowhere)')
    await page.getByRole('button', { name: 'Publish now' }).click()
    const faults = page.getByRole('alert').filter({ hasText: 'Check this before you publish' })
    for (const fault of ['There is no English title or text', 'A picture has no description', '/nowhere'])
      await faults.getByText(fault).first().waitFor()
    await page.getByRole('button', { name: 'Publish anyway' }).click()
    await page.getByText('Published. Visitors see it').waitFor()
  })
})

test.each(LANGUAGES)('no page in %s scrolls sideways at 360 px, nor has accessibility violations', async (language) => {
  const page = await signIn(site, language, { width: 360 })
  const open = { editor: '/admin/notices', public: '/admin/notices?state=published' }
  for (const path of ['/admin/faq', '/admin/categories', '/admin/downloads', '/admin/notices', ...Object.keys(open)]) {
    await page.goto(open[path as keyof typeof open] ?? path)
    if (path in open) await page.goto((await page.locator('.table a').first().getAttribute('href')) ?? '')
    // The markup is the same in both languages; the links in a public text are its author's.
    const faults = language === 'ko' && path !== 'public' ? await axeFindings(page, ['frame-tested']) : []
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth), faults]).toEqual([path, 360, []])
  }
})
