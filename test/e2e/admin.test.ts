import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seoulDay } from '../../functions/contract/seoul'
import { ADMIN_TOKEN } from '../support/operator'
import { startSite, type Site } from '../support/site'
import { SALES, sendInquiry, upload } from '../support/visitor-calls'
import { axeFindings } from './support/axe'
import { signIn } from './support/operator'
import { pageFaults } from './support/page-faults'
import { useSite } from './support/site'

const served = {} as { site: Site }
beforeAll(async () => {
  served.site = await startSite({ vars: { ADMIN_TOKEN } })
})
afterAll(() => served.site.close())
const site = useSite({ origin: () => served.site.url.origin })

const WORDS = {
  ko: {
    process: '처리 완료로 표시',
    undo: '처리 완료 취소',
    earlier: '같은 고객 또는 회사의 이전 문의',
    off: '미루기',
    isOff: '아침까지 신규 목록에서 빠져 있습니다',
    find: '찾기',
    exportAll: '모두 내보내기(TAR)',
    ask: '모두 파기…',
    destroyAll: '모두 파기',
    word: '파기',
    gone: '1건을 파기했습니다.',
    telephone: '전화 문의 등록',
    take: '문의 등록',
    agreed: '고객이 위 내용을 듣고 동의했습니다.',
    destroyNow: '즉시 파기',
    destroy: '파기',
    search: '검색',
    fresh: '신규',
    processed: '처리 완료',
  },
  en: {
    process: 'Mark as processed',
    undo: 'Mark as not processed',
    earlier: 'Earlier inquiries of the sender or company',
    off: 'Put off',
    isOff: 'not among the new ones until the morning',
    find: 'Find',
    exportAll: 'Export everything (TAR)',
    ask: 'Destroy everything…',
    destroyAll: 'Destroy everything',
    word: 'destroy',
    gone: 'Destroyed: 1.',
    telephone: 'New inquiry by telephone',
    take: 'Accept the inquiry',
    agreed: 'The caller has heard this and agreed.',
    destroyNow: 'Destroy now',
    destroy: 'Destroy',
    search: 'Search',
    fresh: 'New',
    processed: 'Processed',
  },
} as const

const data = async (answer: Response) => ((await answer.json()) as { data: never }).data
/** An inquiry with a file whose subject only this test has. */
async function visitorSends(subject: string): Promise<string> {
  const file = new File(['%PDF-1.7\n<< /S /JavaScript >>'], 'contract.pdf')
  const file_ref_id = await data(await upload(served.site, [file]))
  const sent = {
    ...SALES,
    subject,
    company_name: 'Gaon',
    user_name: 'Kim',
    content: 'First line\nSecond line',
    file_ref_id,
  }
  const { receipt } = (await data(await sendInquiry(served.site, sent))) as { receipt: string }
  return receipt
}
test.each([
  ['with a wide window', 'ko', {}],
  ['on a phone without scripts', 'en', { width: 360, height: 740, javaScript: false }],
] as const)(
  'an operator finds, reads, downloads, processes and destroys an inquiry %s',
  async (_, language, options) => {
    const words = WORDS[language]
    const subject = `Journey ${crypto.randomUUID().slice(0, 8)}`
    const earlier = `Before ${crypto.randomUUID().slice(0, 8)}`
    await visitorSends(earlier)
    await visitorSends(subject)
    const page = await site.visit(language, options)
    await page.goto(`/admin?token=${ADMIN_TOKEN}`)
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('link', { name: words.fresh, exact: true }).click()
    // A part of the word, as somebody remembers it.
    await page.getByRole('searchbox', { name: words.search }).fill(subject.slice(-6))
    await page.getByRole('button', { name: words.search }).click()
    await page.getByRole('link', { name: subject }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(subject)
    expect(await page.locator('.typed').textContent()).toBe('First line\nSecond line')
    await page.getByRole('region', { name: words.earlier }).getByRole('link', { name: earlier }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(earlier)
    await page.goBack()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'contract.pdf' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('contract.pdf')
    await page.getByRole('button', { name: words.process, exact: true }).click()
    await page.getByRole('button', { name: words.undo }).click()
    await page.getByRole('button', { name: words.process, exact: true }).click()
    await page.locator('.mark', { hasText: words.processed }).waitFor()
    await page.getByRole('link', { name: words.destroyNow }).click()
    await page.getByRole('button', { name: words.destroy, exact: true }).click()
    await page.waitForURL(/\/admin\/inquiries\?/)
    expect(await page.getByRole('link', { name: subject }).count()).toBe(0)
  },
)

test.each([
  ['with a wide window', 'en', {}],
  ['on a phone without scripts', 'ko', { width: 360, height: 740, javaScript: false }],
] as const)('an operator notes what somebody says on the telephone %s', async (_, language, options) => {
  const words = WORDS[language]
  const subject = `Call ${crypto.randomUUID().slice(0, 8)}`
  const page = await site.visit(language, options)
  await page.goto(`/admin?token=${ADMIN_TOKEN}`)
  await page.goto('/admin/inquiries')
  await page.getByRole('link', { name: words.telephone }).click()
  const said = {
    user_name: 'Kim',
    company_name: 'Gaon',
    phone_number: '02-555-0101',
    inquiry_mail: 'kim@gaon.example',
    subject,
    content: 'What do 100 cost?',
  }
  for (const [name, value] of Object.entries(said)) await page.locator(`#${name}`).fill(value)
  await page.locator('#inquiry_type').selectOption('quote')
  await page.getByLabel(words.agreed).check()
  // It takes the inquiry, and chooses neither another form nor another language.
  await page.locator('#subject').press('Enter')
  const taken = page.getByRole('heading', { level: 1, name: subject })
  await taken.waitFor()
  expect(await page.locator('.typed').textContent()).toBe(said.content)
  const address = page.url()
  await page.goBack()
  expect(await page.locator('#subject').inputValue()).toBe(subject)
  await page.getByRole('button', { name: words.take, exact: true }).click()
  await taken.waitFor()
  expect(page.url(), 'Sent again after the browser’s Back it is the same inquiry.').toBe(address)
})

test.each([
  ['with a wide window', 'ko', {}],
  ['on a phone without scripts', 'en', { width: 360, height: 740, javaScript: false }],
] as const)(
  'an operator puts an inquiry off, and exports and destroys what is kept of a person %s',
  async (_, language, options) => {
    const words = WORDS[language]
    const id = crypto.randomUUID().slice(0, 8)
    const sent = { ...SALES, subject: `Person ${id}`, inquiry_mail: `person-${id}@gaon.example` }
    const { receipt } = (await data(await sendInquiry(served.site, sent))) as { receipt: string }
    const page = await site.visit(language, options)
    await page.goto(`/admin?token=${ADMIN_TOKEN}`)
    await page.goto(`/admin/inquiries/${receipt}`)
    await page.locator('#on').fill(seoulDay(Date.now() + 86_400_000))
    await page.getByRole('button', { name: words.off, exact: true }).click()
    await page.getByText(words.isOff).waitFor()
    await page.goto('/admin/people')
    await page.locator('#email').fill(sent.inquiry_mail.toUpperCase())
    await page.getByRole('button', { name: words.find, exact: true }).click()
    await page.getByRole('link', { name: sent.subject }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: words.exportAll }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^person-.*\.tar$/)
    await page.getByText(words.ask, { exact: true }).click()
    await page.locator('#word').fill(words.word)
    await page.getByRole('button', { name: words.destroyAll, exact: true }).click()
    await page.getByText(words.gone).waitFor()
    expect(await page.getByRole('link', { name: sent.subject }).count()).toBe(0)
  },
)

test.each([
  ['ko', 360, /./],
  // The same markup: of each layout of a wide window one page.
  ['en', 1280, /^\/admin(?:\/inquiries(?:\/[^/?]+)?|\/log)?$/],
] as const)(
  'every page in %s fits a window of 360 and of 1280 px, and at %i px has no fault that axe finds',
  async (language, axeWidth, axeOn) => {
    const receipt = await visitorSends('A question')
    const page = await signIn(site, language)
    const paths = [
      '/admin',
      '/admin/inquiries',
      '/admin/inquiries?state=undelivered',
      '/admin/inquiries/new?kind=partnership',
      '/admin/inquiries?q=question&kind=sales&from=2026-01-01',
      `/admin/inquiries/${receipt}`,
      `/admin/inquiries/${receipt}/destroy`,
      '/admin/people',
      `/admin/people?email=${SALES.inquiry_mail}`,
      '/admin/maintenance',
      '/admin/log',
      '/admin/log?reading=yes',
    ]
    for (const path of paths) {
      await page.goto(path)
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        // What a visitor has typed and the names of bindings are in no language of ours.
        const faults = (await pageFaults(page, language)).filter((fault) => !/^(?:Hangul|English):/.test(fault))
        expect([path, width, faults]).toEqual([path, width, []])
        if (width === axeWidth && axeOn.test(path))
          expect([path, width, await axeFindings(page)]).toEqual([path, width, []])
      }
    }
  },
)

test('the maintenance is announced and switched off, and a faulty form keeps what was typed', async () => {
  const page = await signIn(site, 'ko', { expected: /422/ })
  await page.goto('/admin/maintenance')
  const fill = async (start: string) => {
    await page.locator('#start').fill(start)
    await page.locator('#hours').fill('3')
    await page.locator('#reason_ko').fill('데이터베이스 교체')
    await page.locator('#reason_en').fill('Change of the database')
    await page.getByRole('button', { name: '미리보기' }).click()
  }
  await fill('2020-01-01T10:00')
  await page.getByRole('alert').waitFor()
  expect(await page.locator('#reason_ko').inputValue()).toBe('데이터베이스 교체')
  expect(await page.locator('#start').getAttribute('aria-invalid')).toBe('true')
  await fill('2099-01-01T10:00')
  await page.getByRole('button', { name: '등록' }).click()
  await page.getByRole('button', { name: '해제' }).click()
  expect(await page.getByRole('button', { name: '해제' }).count()).toBe(0)
})

test('the language changes by its button and stays', async () => {
  const page = await signIn(site, 'en', { javaScript: false })
  await page.goto('/admin/inquiries?state=new')
  await page.getByRole('button', { name: '한국어' }).click()
  await page.getByRole('heading', { level: 1, name: '문의' }).waitFor()
  expect(page.url()).toContain('state=new')
  await page.goto('/admin/log')
  await page.getByRole('heading', { level: 1, name: '기록' }).waitFor()
})

test('by keyboard: skip link, menu, tabs, filters and the first inquiry, in this order', async () => {
  await visitorSends('By keyboard')
  const page = await signIn(site, 'en')
  await page.goto('/admin/inquiries')
  const names: string[] = []
  for (let count = 0; count < 30; count++) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(
        () => document.activeElement?.textContent?.trim() || (document.activeElement as HTMLInputElement)?.name,
      ),
    )
  }
  expect(names[0]).toBe('Skip to content')
  const at = ['Overview', 'q', 'Search', 'By keyboard'].map((name) => names.findIndex((each) => each === name))
  expect(
    at.every((place, index) => place > (at[index - 1] ?? 0)),
    names.join(', '),
  ).toBe(true)
})

test.each([
  ['ko', '모두 선택', '스팸', '2건을 스팸으로 표시했습니다', '파기…', '파기', /파기할까요/],
  ['en', 'Select all', 'Spam', 'Marked as spam, which counts as processed: 2', 'Destroy…', 'Destroy', /Destroy these/],
] as const)(
  'several inquiries are chosen, called spam and destroyed in %s, at 360 px',
  async (language, all, spam, told, destroy, confirm, title) => {
    const word = crypto.randomUUID().slice(0, 8)
    for (const n of [1, 2]) await visitorSends(`Several ${word} ${n}`)
    const page = await signIn(site, language, { width: 360, height: 740 })
    await page.goto(`/admin/inquiries?q=${word}`)
    await page.locator('.choose label').first().click()
    await page.locator('.choose label').nth(1).click()
    await page.getByRole('button', { name: spam, exact: true }).click()
    await page.getByText(told).waitFor()
    await page.getByRole('checkbox', { name: all }).check()
    await page.getByRole('button', { name: destroy }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.locator('#word').fill(language === 'ko' ? '파기' : 'destroy')
    await page.getByRole('button', { name: confirm, exact: true }).click()
    await page.waitForURL(/command=destroy&done=2/)
    expect(await page.locator('.subject').count()).toBe(0)
  },
)

test.each([360, 1000, 1280])('all rows are chosen by a box that is in sight at %i px, by keyboard', async (width) => {
  const word = crypto.randomUUID().slice(0, 8)
  for (const n of [1, 2]) await visitorSends(`All ${word} ${n}`)
  const page = await signIn(site, 'en', { width, height: 900 })
  await page.goto(`/admin/inquiries?q=${word}`)
  const all = page.getByRole('checkbox', { name: 'Select all' })
  const isFocused = () => all.evaluate((box) => box === document.activeElement)
  for (let stops = 0; stops < 60 && !(await isFocused()); stops++) await page.keyboard.press('Tab')
  expect(await isFocused()).toBe(true)
  const isSeen = await all.evaluate((box) => {
    const { x, y, width, height } = box.getBoundingClientRect()
    return width >= 20 && document.elementFromPoint(x + width / 2, y + height / 2) === box
  })
  expect(isSeen).toBe(true)
  await page.keyboard.press('Space')
  expect(await page.locator('input[name=receipt]:checked').count()).toBe(2)
  await page.getByRole('button', { name: 'Destroy…' }).waitFor()
  // It says of the rows what they are.
  const rows = page.locator('input[name=receipt]')
  const shown = () => all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])
  await rows.first().uncheck()
  expect(await shown()).toEqual([false, true])
  await rows.last().uncheck()
  expect(await shown()).toEqual([false, false])
  await rows.first().check()
  await rows.last().check()
  expect(await shown()).toEqual([true, false])
  await page.getByText('Select all', { exact: true }).click()
  expect(await page.locator('input[name=receipt]:checked').count()).toBe(0)
})

test('the overview says that a new inquiry came, and asks for numbers alone', async () => {
  const page = await signIn(site, 'en')
  await page.goto('/admin')
  const subject = `Came later ${crypto.randomUUID()}`
  const asked: string[] = []
  page.on('request', (request) => {
    // A font of text that is there already may still be under way.
    if (request.resourceType() !== 'font') asked.push(new URL(request.url()).pathname)
  })
  await visitorSends(subject)
  // As when the operator comes back to the page.
  await expect
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      return page.getByRole('status').textContent()
    })
    .toBe('New inquiries: 1. Show them')
  expect(new Set(asked)).toEqual(new Set(['/api/admin/arrivals']))
  await page.getByRole('link', { name: 'New inquiries: 1. Show them' }).click()
  await page.getByRole('link', { name: subject }).waitFor()
})

test('a card and a row are links as a whole, and every control is at least 44 px high on a phone', async () => {
  const subject = `Whole row ${crypto.randomUUID().slice(0, 8)}`
  await visitorSends(subject)
  const page = await signIn(site, 'ko', { width: 360, height: 740, javaScript: false })
  await page.goto('/admin')
  await page
    .locator('.waiting li')
    .first()
    .click({ position: { x: 200, y: 60 } })
  await page.waitForURL(/state=new/)
  const row = page.locator('tr', { hasText: subject })
  await row.click({ position: { x: 200, y: 70 } })
  await page.getByRole('heading', { level: 1, name: subject }).waitFor()
  const parts = await page.locator('.menu a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  for (const path of [new URL(page.url()).pathname, ...parts, '/admin/faq/order', 'editor']) {
    if (path !== 'editor') await page.goto(path)
    else {
      await page.goto('/admin/notices')
      await page.locator('form[action="/admin/notices"] button').first().click()
    }
    // All that is folded.
    await page.locator('details').evaluateAll((all) => all.forEach((folded) => folded.setAttribute('open', '')))
    const low = await page
      .locator('button, summary, nav a, select, input:not([type=checkbox], [type=file]), .check, .choose label')
      .evaluateAll((controls) =>
        controls
          .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 43.5)
          .map((control) => control.textContent),
      )
    expect([path, low]).toEqual([path, []])
  }
})

test('an operator signs out, and the admin is closed', async () => {
  const page = await signIn(site, 'ko', { javaScript: false, expected: /403/ })
  await page.goto('/admin/log')
  await page.getByRole('button', { name: '로그아웃' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect((await page.goto('/admin'))?.status()).toBe(403)
})

/** What is drawn at an edge of a row, without its lower border. */
async function edge(row: Locator, side: 'start' | 'end'): Promise<string> {
  const { x, y, width } = (await row.boundingBox())!
  const clip = { x: side === 'start' ? x : x + width - 8, y: y + 4, width: 8, height: 32 }
  return (await row.page().screenshot({ clip })).toString('base64')
}

test.each(['ko', 'en'] as const)(
  'on a phone the menu and the states are one row each, which shows where there is more (%s)',
  async (language) => {
    const page = await signIn(site, language, { width: 360, height: 740, javaScript: false })
    for (const path of ['/admin/inquiries', '/admin/log']) {
      await page.goto(path)
      const current = await page.locator('.menu [aria-current]').boundingBox()
      expect(current!.x).toBeGreaterThanOrEqual(0)
      expect(current!.x + current!.width).toBeLessThanOrEqual(360)
      for (const row of await page.locator('.menu, .tabs').all()) {
        expect((await row.boundingBox())!.height).toBeLessThan(60)
        await row.evaluate((list) => list.scrollTo(0, 0))
        const [plain, more] = [await edge(row, 'start'), await edge(row, 'end')]
        expect(more).not.toBe(plain)
        await row.evaluate((list) => list.scrollTo(list.scrollWidth, 0))
        expect(await edge(row, 'end')).toBe(plain)
        expect(await edge(row, 'start')).not.toBe(plain)
      }
    }
    expect((await page.locator('.bar').boundingBox())!.height).toBeLessThan(105)
  },
)
