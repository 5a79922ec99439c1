import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
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
const uploaded = (page: Page, language: Language, nth = 0) =>
  page.getByRole('status').filter({ hasText: TEXTS[language]['upload-staged'] }).nth(nth).waitFor()
const listed = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const restored = (page: Page, language: Language) => page.getByText(TEXTS[language]['drop-several']).waitFor()
const complete = (page: Page, language: Language, kind: 'sales' | 'partnership' = 'sales') =>
  page.getByRole('heading', { level: 1, name: COMPLETE[language][kind] }).waitFor()
/** The names that the upstream has got with the inquiry, by field of its body. */
const delivered = (field: 'file_ref_id' | 'file_ref_id_homepage' = 'file_ref_id') =>
  served.upstream.files.get(String(served.upstream.inquiries[0]?.body[field]))?.map(({ part }) => part.filename)

/** The requests that carry files, in the order in which they are sent. */
function uploadsOf(page: Page): Request[] {
  const uploads: Request[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/file/upload')) uploads.push(request)
  })
  return uploads
}

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

describe('a file', () => {
  const texts = TEXTS[language]
  const filledForm = async () => {
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    return page
  }
  const filledFormWith = async (file: ReturnType<typeof pdf>) => {
    const page = await filledForm()
    await choose(page, file)
    await uploaded(page, language)
    return page
  }
  const arrivesWith = async (page: Page, names: string[], shown: Language = language) => {
    await submit(page, shown)
    await complete(page, shown)
    await expect.poll(() => delivered()).toEqual(names)
  }

  test('a file is uploaded while the visitor types on, and Submit sends no file', async () => {
    const page = await site.visit(language)
    const uploads = uploadsOf(page)
    await openForm(page, 'sales', language)
    await choose(page, [pdf('a.pdf', 200 * KILOBYTE), pdf('b.pdf', 100 * KILOBYTE)])
    await put(page, 'user_name', 'Kim')
    await uploaded(page, language)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('user_name')
    expect(served.upstream.callsOf('file/upload')).toEqual([])
    await fill(page, 'sales')
    await submit(page, language)
    await complete(page, language)
    expect(uploads.map((request) => request.headers()['x-upload'])).toEqual(['stage', 'stage', undefined])
    expect(Number((await uploads[2]?.sizes())?.requestBodySize)).toBeLessThan(2 * KILOBYTE)
    expect(served.upstream.callsOf('file/upload')).toHaveLength(1)
    await expect.poll(() => delivered()).toEqual(['a.pdf', 'b.pdf'])
  })

  test('the page says so before a file is chosen, and one that is removed or replaced is destroyed at once; a reload keeps text, files and consent', async () => {
    const kept = async () => (await served.site.env.FILES.list({ prefix: 'held/' })).objects.length
    const before = await kept()
    const page = await site.visit(language)
    await openForm(page, 'partnership', language)
    expect(await page.getByText(texts['upload-at-once']).count()).toBe(2)
    for (const hint of await page.getByText(texts['upload-at-once']).all()) expect(await hint.isVisible()).toBe(true)
    await choose(page, pdf('first.pdf', 3000), 'proposal_file')
    await uploaded(page, language)
    await choose(page, pdf('second.pdf', 3000), 'proposal_file')
    await listed(page, 'second.pdf').waitFor()
    await uploaded(page, language)
    await expect.poll(kept).toBe(before + 1)
    // A staged file of an earlier page can be removed too.
    await page.reload()
    await hydrate(page)
    await listed(page, 'second.pdf').getByRole('button').click()
    await expect.poll(kept).toBe(before)

    await fill(page, 'partnership')
    await choose(page, pdf('plan.pdf', 3000), 'proposal_file')
    await choose(page, pdf('profile.pdf', 3000), 'profile_file')
    await uploaded(page, language, 1)
    await page.reload()
    await hydrate(page)
    await listed(page, 'plan.pdf').waitFor()
    await listed(page, 'profile.pdf').waitFor()
    expect(await page.locator('[name=content]').inputValue()).toBe('Let us work together.')
    expect(await page.locator('[name=privacy_consent]').isChecked()).toBe(true)
    await submit(page, language)
    await complete(page, language, 'partnership')
    await expect.poll(() => delivered()).toEqual(['plan.pdf'])
    expect(delivered('file_ref_id_homepage')).toEqual(['profile.pdf'])
    await page.goto(ADDRESS.partnership)
    await hydrate(page)
    await page.getByText(texts.drop).first().waitFor()
    expect(await listed(page, 'plan.pdf').count()).toBe(0)
    expect(await page.locator('[name=privacy_consent]').isChecked()).toBe(false)

    const plain = await site.visit(language, { javaScript: false })
    await plain.goto(ADDRESS.sales)
    expect(await plain.getByText(texts['upload-at-once']).first().isVisible()).toBe(false)
  })

  test('the tab keeps what the policy names (Article 6) and nothing else: neither text nor files once the form is sent', async () => {
    const kept = async () => Object.entries(await page.evaluate(() => ({ ...sessionStorage })))
    const kinds = async () => new Set((await kept()).map(([key]) => key.split(/[:_]/)[0]))
    const scrolled = 'tsr-scroll-restoration-v1'
    const page = await filledFormWith(pdf('kept.pdf', 3000))
    await page.reload()
    await hydrate(page)
    await listed(page, 'kept.pdf').waitFor()
    expect(await kinds()).toEqual(new Set(['inquiry-draft', 'inquiry-files', scrolled]))
    await arrivesWith(page, ['kept.pdf'])
    await page.reload()
    await hydrate(page)
    expect(await kinds()).toEqual(new Set(['inquiry-files', 'inquiry-sent', 'inquiry-tab', scrolled]))
    expect(JSON.stringify(await kept())).not.toContain('kept.pdf')
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })

  test('a file chosen after a reload goes with those from before, and a switch of the language keeps text, files and consent', async () => {
    const other = 'en'
    const page = await filledFormWith(pdf('before.pdf', 3000))
    await page.reload()
    await hydrate(page)
    await listed(page, 'before.pdf').waitFor()
    await choose(page, pdf('after.pdf', 3000))
    await listed(page, 'after.pdf').waitFor()
    await uploaded(page, language)
    await page.locator('#language').selectOption(other)
    await page.locator(`html[lang=${other}]`).waitFor()
    await hydrate(page)
    await listed(page, 'before.pdf').waitFor()
    await listed(page, 'after.pdf').waitFor()
    expect(await page.locator('[name=content]').inputValue()).toBe('What does it cost?')
    expect(await page.locator('[name=privacy_consent]').isChecked()).toBe(true)
    await arrivesWith(page, ['before.pdf', 'after.pdf'], other)
  })

  test('a walk through the site and back, and going back from another document, keep text, files and consent, also a file that is being uploaded', async () => {
    const page = await filledForm()
    await slowLine(page)
    await choose(page, pdf('a.pdf', 150 * KILOBYTE))
    await page.locator('main nav a[href^="/support/faq"]').first().click()
    await page.waitForURL(/\/support\/faq/)
    await page.goBack()
    await restored(page, language)
    await listed(page, 'a.pdf').waitFor()
    await uploaded(page, language)
    await page.goto('/privacy-policy/current')
    await page.goBack()
    await hydrate(page)
    await listed(page, 'a.pdf').waitFor()
    expect(await page.locator('[name=content]').inputValue()).toBe('What does it cost?')
    expect(await page.locator('[name=privacy_consent]').isChecked()).toBe(true)
    await arrivesWith(page, ['a.pdf'])
  })

  test('on a slow line an upload is cancelled by removing its file, by keyboard too, and Submit waits for the one under way and says how far it is', async () => {
    const page = await site.visit(language)
    const uploads = uploadsOf(page)
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    await slowLine(page)
    await choose(page, [pdf('big.pdf', 500 * KILOBYTE), pdf('small.pdf', 2 * KILOBYTE)])
    await page.getByRole('progressbar', { name: 'big.pdf' }).waitFor()
    await page.getByRole('button', { name: texts.remove.replace('{{name}}', 'big.pdf') }).focus()
    await page.keyboard.press('Enter')
    await uploaded(page, language)
    expect(await listed(page, 'big.pdf').count()).toBe(0)
    expect(uploads[0]?.failure()).not.toBeNull()

    await choose(page, pdf('last.pdf', 200 * KILOBYTE))
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0)
    await submit(page, language)
    await page
      .getByRole('status')
      .filter({ hasText: new RegExp(texts['sending-files'].replace('{{percent}}', '[1-9][0-9]?')) })
      .waitFor()
    await complete(page, language)
    expect(uploads.map((request) => request.headers()['x-upload'])).toEqual(['stage', 'stage', 'stage', undefined])
    await expect.poll(() => delivered()).toEqual(['small.pdf', 'last.pdf'])
  })

  test('a line that is cut in the middle says so beside the file; the visitor tries again, and nothing is lost', async () => {
    const line = await lineTo(served.site.url)
    const { page, close, complaints } = await site.open(language, {}, line.origin)
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    const speedUp = await slowLine(page)
    await choose(page, pdf('a.pdf', 300 * KILOBYTE))
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0)
    line.cut(true)
    await page.getByText(texts['upload-failed']).waitFor()
    await listed(page, 'a.pdf').filter({ hasText: texts['not-uploaded'] }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    line.cut(false)
    await speedUp()
    await page.getByRole('button', { name: `a.pdf: ${texts['try-again']}` }).press('Enter')
    await uploaded(page, language)
    await arrivesWith(page, ['a.pdf'])
    await close()
    line.close()
    expect(complaints).toEqual([])
  })

  test('a file whose content is not what its name says is refused at once, without taking the focus; one that could not be uploaded goes with the form', async () => {
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await choose(page, { name: 'bad.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ'.padEnd(3000, ' ')) })
    await put(page, 'user_name', 'Kim')
    await page.getByRole('alert').filter({ hasText: texts['format-size-alert'] }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('user_name')
    expect(await page.getByRole('alert').allTextContents()).toEqual([texts['format-size-alert']])
    expect(await page.locator('[name=files]').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('[id=sales-files-error]').textContent()).toBe(
      `${texts['format-size-alert']} ${texts['file-not-its-type'].replace('{{name}}', 'bad.pdf')}`,
    )
    expect(await listed(page, 'bad.pdf').count()).toBe(0)

    await fill(page, 'sales')
    await choose(page, pdf('first.pdf', 3000))
    await uploaded(page, language)
    await page.route('**/api/file/upload', (route) => route.abort())
    await choose(page, pdf('second.pdf', 3000))
    await page.getByText(texts['upload-failed']).waitFor()
    await page.unroute('**/api/file/upload')
    await arrivesWith(page, ['first.pdf', 'second.pdf'])
  })

  test('files that the edge has destroyed meanwhile are asked for again, those in hand are sent again', async () => {
    const page = await filledFormWith(pdf('old.pdf', 3000))
    await page.reload()
    await hydrate(page)
    await listed(page, 'old.pdf').waitFor()
    for (const { key } of (await served.site.env.FILES.list({ prefix: 'held/' })).objects)
      await served.site.env.FILES.delete(key)
    await choose(page, pdf('new.pdf', 3000))
    await listed(page, 'new.pdf').waitFor()
    await uploaded(page, language)
    await submit(page, language)
    await page.getByRole('alert').filter({ hasText: texts['files-expired'] }).waitFor()
    expect(await listed(page, 'old.pdf').count()).toBe(0)
    expect(await page.locator('[name=content]').inputValue()).toBe('What does it cost?')
    await uploaded(page, language)
    await arrivesWith(page, ['new.pdf'])
  })

  test('an upstream that refuses the files alerts as before; they are held and reach it later', async () => {
    served.upstream.faults.set('file/upload', { kind: 'status', status: 503 })
    const page = await filledForm()
    await choose(page, [pdf('a.pdf', 3000), pdf('b.pdf', 3000)])
    await uploaded(page, language)
    await submit(page, language)
    await page.getByRole('alert').filter({ hasText: texts['file-upload-fail-alert'] }).waitFor()
    await complete(page, language)
    served.upstream.faults.clear()
    await served.site.endPauses()
    await expect.poll(() => delivered(), { timeout: 60_000 }).toEqual(['a.pdf', 'b.pdf'])
  }, 120_000)
})
