import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SALES_FILE_BYTES_MAX } from '../../functions/contract/attachments'
import { siteWithUpstream } from '../support/site-with-upstream'
import { hydrate } from './support/arrival'
import { axeFindings } from './support/axe'
import type { Language } from './support/browser'
import { ADDRESS, COMPLETE, fill, openForm, pdf, put, submit, TEXTS } from './support/form'
import { lineTo } from './support/line'
import { FAILED_REQUESTS, useSite } from './support/site'

const served = siteWithUpstream({ UPSTREAM_TIMEOUT_MS: '5000' })
const site = useSite({ origin: () => served.site.url.origin, expected: FAILED_REQUESTS })

const KILOBYTE = 1024
const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0], name = 'files') =>
  page.locator(`[name=${name}]`).setInputFiles(files)
const listed = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const complete = (page: Page, language: Language, kind: 'sales' | 'partnership' = 'sales') =>
  page.getByRole('heading', { level: 1, name: COMPLETE[language][kind] }).waitFor()
/** The names that the upstream has got with the inquiry. */
const delivered = () =>
  served.upstream.files.get(String(served.upstream.inquiries[0]?.body.file_ref_id))?.map(({ part }) => part.filename)

function callsOf(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request)
  })
  return calls
}
const pathsOf = (calls: Request[]) => calls.map((request) => new URL(request.url()).pathname.replace('/api/', ''))

/** A line that sends 400 kbit/s. What is received is not slowed: no test is about that. Gives what makes it fast again. */
async function slowLine(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const send = async (uploadThroughput: number) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    await session.send('Network.emulateNetworkConditions', conditions)
  }
  await send(400_000 / 8)
  return () => send(-1)
}

/* No promise here depends on the words: one language stands for both. */
const language: Language = 'ko'
const texts = TEXTS[language]

const filledForm = async (kind: 'sales' | 'partnership' = 'sales') => {
  const page = await site.visit(language)
  await openForm(page, kind, language)
  await fill(page, kind)
  return page
}

describe('a chosen file', () => {
  test('stays in the browser until the form is sent and agreed to; then the uploads go, one a field, and the inquiry after them', async () => {
    const kept = async () => (await served.site.env.FILES.list()).objects.length
    const before = await kept()
    const page = await filledForm('partnership')
    const calls = callsOf(page)
    await choose(page, pdf('plan.pdf', 3000), 'proposal_file')
    await choose(page, pdf('profile.pdf', 3000), 'profile_file')
    await listed(page, 'profile.pdf').waitFor()
    await page.locator('[name=privacy_consent]').uncheck()
    await submit(page, language)
    await page.getByRole('alert').filter({ hasText: texts['privacy-check-alert'] }).waitFor()
    expect(pathsOf(calls)).toEqual([])
    expect(await kept()).toBe(before)
    await page.locator('[name=privacy_consent]').check()
    await submit(page, language)
    await complete(page, language, 'partnership')
    expect(pathsOf(calls).filter((path) => path !== 'file/select')).toEqual([
      'file/upload',
      'file/upload',
      'board/inquiry',
    ])
    for (const call of calls)
      expect(call.headers()).toMatchObject({
        'site-type': 'home',
        'white-label': 'default',
        'x-xsrf-token': expect.any(String),
      })
    await expect.poll(delivered).toEqual(['plan.pdf'])
  })

  test('is refused at its selection by name, size and type, and nothing is sent', async () => {
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    const calls = callsOf(page)
    await choose(page, [pdf('good.pdf', 3000), pdf('bad.exe', 10)])
    await page.getByRole('alert').filter({ hasText: texts['format-size-alert'] }).waitFor()
    expect(await page.locator('[id=sales-files-error]').textContent()).toContain('bad.exe')
    await page.locator('[name=files]').evaluate((input, bytes) => {
      const chosen = new DataTransfer()
      chosen.items.add(new File([new Uint8Array(bytes)], 'large.pdf'))
      Object.assign(input, { files: chosen.files }).dispatchEvent(new Event('change', { bubbles: true }))
    }, SALES_FILE_BYTES_MAX + 1)
    await expect.poll(() => page.locator('[id=sales-files-error]').textContent()).toContain('large.pdf')
    expect(await listed(page, 'good.pdf').count()).toBe(1)
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /bad|large/ })
        .count(),
    ).toBe(0)
    expect(pathsOf(calls)).toEqual([])
  })

  test('shows its progress in the place of the button, can be cancelled with the keyboard, and is sent after that', async () => {
    const page = await filledForm()
    await choose(page, pdf('big.pdf', 600 * KILOBYTE))
    const button = page.getByRole('button', { name: texts.submit, exact: true })
    const place = await button.boundingBox()
    // A screen reader says it of every form that has it, 'not busy' too.
    const isBusy = () => page.locator('form[data-kept]').getAttribute('aria-busy')
    expect(await isBusy()).toBeNull()
    const fast = await slowLine(page)
    await button.press('Enter')
    const progress = page.getByRole('progressbar', { name: texts.sending })
    await progress.waitFor()
    expect(await isBusy()).toBe('true')
    expect(await button.count()).toBe(0)
    const taken = await progress.locator('..').boundingBox()
    expect([taken?.x, taken?.height]).toEqual([place?.x, place?.height])
    expect(Math.abs(Number(taken?.y) - Number(place?.y))).toBeLessThan(1)
    await expect.poll(() => progress.evaluate((bar) => (bar as HTMLProgressElement).value)).toBeGreaterThan(0)
    await page.getByRole('status').filter({ hasText: '%' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await button.waitFor()
    expect(await isBusy()).toBeNull()
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await listed(page, 'big.pdf').count()).toBe(1)
    expect(await page.locator('[name=content]').inputValue()).toBe('What does it cost?')
    expect(served.upstream.inquiries).toEqual([])
    await fast()
    await submit(page, language)
    await complete(page, language)
    await expect.poll(delivered).toEqual(['big.pdf'])
  })

  test('whose upload is cut stays chosen with the words, and only what failed is sent again', async () => {
    const line = await lineTo(served.site.url)
    const { page, close, complaints } = await site.open(language, {}, line.origin)
    await openForm(page, 'partnership', language)
    await fill(page, 'partnership')
    await choose(page, pdf('plan.pdf', 3000), 'proposal_file')
    await choose(page, pdf('profile.pdf', 3000), 'profile_file')
    let uploads = 0
    await page.route('**/api/file/upload', (route) => {
      uploads += 1
      if (uploads > 1) line.cut(true)
      return route.continue()
    })
    await submit(page, language)
    await page.getByRole('alert').filter({ hasText: texts['upload-stopped'] }).waitFor()
    expect(await listed(page, 'plan.pdf').count()).toBe(1)
    expect(await listed(page, 'profile.pdf').count()).toBe(1)
    expect(await page.locator('[name=content]').inputValue()).toBe('Let us work together.')
    expect(await axeFindings(page)).toEqual([])
    await page.unrouteAll()
    line.cut(false)
    const calls = callsOf(page)
    await page.getByRole('button', { name: texts['try-again'], exact: true }).click()
    await complete(page, language, 'partnership')
    expect(pathsOf(calls).filter((path) => path === 'file/upload')).toHaveLength(1)
    await close()
    line.close()
    expect(complaints).toEqual([])
  })

  test('waits by itself while the site takes no more uploads, and says so', async () => {
    const page = await filledForm()
    await choose(page, pdf('a.pdf', 3000))
    let calls = 0
    await page.route('**/api/file/upload', (route) => {
      calls += 1
      return calls <= 4
        ? route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { code: 'busy' } })
        : route.continue()
    })
    await submit(page, language)
    await page.getByRole('status').filter({ hasText: texts['waiting-busy'] }).waitFor()
    await complete(page, language)
    expect(calls).toBe(5)
    await expect.poll(delivered).toEqual(['a.pdf'])
  })

  test('is asked for again after a reload, by name; the words and the consent are there', async () => {
    const page = await filledForm()
    await choose(page, [pdf('a.pdf', 3000), pdf('b.pdf', 3000)])
    await listed(page, 'b.pdf').waitFor()
    await page.reload()
    await page.getByText(texts['files-not-kept'].replace('{{names}}', 'a.pdf, b.pdf')).waitFor()
    expect(await page.locator('[name=content]').inputValue()).toBe('What does it cost?')
    expect(await page.locator('[name=privacy_consent]').isChecked()).toBe(true)
    await choose(page, pdf('a.pdf', 3000))
    await listed(page, 'a.pdf').waitFor()
    expect(await page.getByText('b.pdf').count()).toBe(0)
    await submit(page, language)
    await complete(page, language)
    await expect.poll(delivered).toEqual(['a.pdf'])
    await page.goto(ADDRESS.sales)
    await hydrate(page)
    await page.getByText(texts['drop-several']).waitFor()
    expect(await page.getByText('a.pdf').count()).toBe(0)
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft|files/.test(key)))).toEqual([])
  })

  test('stays on a walk through the site and back', async () => {
    const page = await filledForm()
    await choose(page, pdf('a.pdf', 3000))
    await page.locator('main nav a[href^="/support/faq"]').first().click()
    await page.waitForURL(/\/support\/faq/)
    await page.goBack()
    await listed(page, 'a.pdf').waitFor()
    expect(await page.locator('[name=content]').inputValue()).toBe('What does it cost?')
    await submit(page, language)
    await complete(page, language)
    await expect.poll(delivered).toEqual(['a.pdf'])
  })

  test('goes with a form whose hidden field a password manager has filled in', async () => {
    const page = await filledForm()
    await page.evaluate("document.querySelector('[name=website]').value = 'https://gaon.example'")
    await choose(page, pdf('a.pdf', 3000))
    await submit(page, language)
    await complete(page, language)
    await expect.poll(delivered).toEqual(['a.pdf'])
    expect(served.upstream.inquiries[0]?.body.contents).toContain('A field that people do not see was filled in.')
  })

  test('that the upstream refuses alerts; the inquiry goes on, and the file reaches it later', async () => {
    served.upstream.faults.set('file/upload', { kind: 'status', status: 503 })
    const page = await filledForm()
    await choose(page, [pdf('a.pdf', 3000), pdf('b.pdf', 3000)])
    await submit(page, language)
    await page.getByRole('alert').filter({ hasText: texts['file-upload-fail-alert'] }).waitFor()
    await complete(page, language)
    served.upstream.faults.clear()
    await served.site.endPauses()
    await expect.poll(delivered, { timeout: 60_000 }).toEqual(['a.pdf', 'b.pdf'])
  }, 120_000)
})

/** A visitor whose mouse lies still: the browser tells a page of its pointer as soon as it is shown. */
async function visitWithoutMouse(): Promise<Page> {
  const page = await site.visit(language, { isFirst: true })
  await page.addInitScript(() => {
    for (const type of ['mouseover', 'mousemove'])
      addEventListener(type, (event) => event.stopImmediatePropagation(), true)
  })
  return page
}

describe('before the app runs', () => {
  test('nothing of a form is loaded; a key, a touch, a focus or a chosen file starts the app, and nothing that was done is lost', async () => {
    const page = await visitWithoutMouse()
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto(ADDRESS.partnership)
    await page.waitForTimeout(500)
    expect(scripts).toEqual([])
    await choose(page, pdf('plan.pdf', 3000), 'proposal_file')
    await choose(page, pdf('profile.pdf', 3000), 'profile_file')
    await put(page, 'content', 'Typed early.')
    await page.locator('[name=privacy_consent]').check()
    await listed(page, 'plan.pdf').waitFor()
    await listed(page, 'profile.pdf').waitFor()
    expect(await page.locator('[name=content]').inputValue()).toBe('Typed early.')
    expect(await page.locator('[name=privacy_consent]').isChecked()).toBe(true)
    expect(await page.locator('[data-counter]').textContent()).toBe('12 / 2000')
  })

  test('the choice of files has no words of the browser, and shows the chosen file where the app cannot be had', async () => {
    const page = await visitWithoutMouse()
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(ADDRESS.sales)
    const native = page.locator('[name=files]')
    expect((await native.boundingBox())?.width).toBe(1)
    await choose(page, pdf('early.pdf', 3000))
    await expect.poll(async () => (await native.boundingBox())?.width).toBeGreaterThan(100)
  })
})
