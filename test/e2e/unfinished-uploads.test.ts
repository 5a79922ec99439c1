import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { siteWithUpstream } from '../support/site-with-upstream'
import { hydrate } from './support/arrival'
import { axeFindings } from './support/axe'
import type { Language } from './support/browser'
import { ADDRESS, COMPLETE, fill, openForm, pdf, submit, TEXTS } from './support/form'
import { FAILED_REQUESTS, useSite } from './support/site'

const served = siteWithUpstream({ UPSTREAM_TIMEOUT_MS: '5000' })
const site = useSite({ origin: () => served.site.url.origin, expected: FAILED_REQUESTS })

const choose = (page: Page, names: string[], field = 'files') =>
  page.locator(`[name=${field}]`).setInputFiles(names.map((name) => pdf(name, 3000)))
const listed = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const staged = (page: Page, language: Language) =>
  page.getByRole('status').filter({ hasText: TEXTS[language]['upload-staged'] }).waitFor()
/** What is said of the files whose upload had not ended. */
const alertOf = (page: Page, language: Language) =>
  page.getByRole('alert').filter({ hasText: TEXTS[language]['files-unfinished'].split('{{names}}')[0]?.trim() ?? '' })
const without = (page: Page, language: Language) =>
  page.getByRole('button', { name: TEXTS[language]['files-unfinished-dismiss'] })
/** Uploads begin and do not end, until another page is there. */
const holdUploads = async (page: Page) => {
  await page.route('**/api/file/upload', () => {})
  page.once('domcontentloaded', () => void page.unrouteAll())
}
const delivered = () =>
  served.upstream.files.get(String(served.upstream.inquiries[0]?.body.file_ref_id))?.map(({ part }) => part.filename)

/* No promise here depends on the words: one language stands for both. */
const language: Language = 'en'

describe('a file whose upload did not end', () => {
  test('a reload says which files were not uploaded, until they are chosen again', async () => {
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    await choose(page, ['a.pdf'])
    await staged(page, language)
    await holdUploads(page)
    await choose(page, ['b.pdf', 'c.pdf'])
    await page.getByRole('progressbar', { name: 'b.pdf' }).waitFor()
    for (let loads = 0; loads < 2; loads += 1) {
      await page.reload()
      await hydrate(page)
      await alertOf(page, language).filter({ hasText: 'b.pdf, c.pdf' }).waitFor()
      expect(await alertOf(page, language).innerText()).not.toContain('a.pdf')
      await listed(page, 'a.pdf').waitFor()
    }
    expect(await axeFindings(page)).toEqual([])
    await choose(page, ['b.pdf'])
    await alertOf(page, language).filter({ hasNotText: 'b.pdf' }).waitFor()
    await choose(page, ['c.pdf'])
    await alertOf(page, language).waitFor({ state: 'detached' })
    await staged(page, language)
    await submit(page, language)
    await page.getByRole('heading', { level: 1, name: COMPLETE[language].sales }).waitFor()
    expect(delivered()).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
  })

  test('a switch of the language says it in the other language; the visitor goes on without the file', async () => {
    const other = 'ko'
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await holdUploads(page)
    await choose(page, ['a.pdf'])
    await page.getByRole('progressbar', { name: 'a.pdf' }).waitFor()
    await page.locator('#language').selectOption(other)
    await page.locator(`html[lang=${other}]`).waitFor()
    await hydrate(page)
    await alertOf(page, other).filter({ hasText: 'a.pdf' }).waitFor()
    await without(page, other).press('Enter')
    await alertOf(page, other).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('files')
    await page.reload()
    await hydrate(page)
    await page.getByText(TEXTS[other]['drop-several']).waitFor()
    expect(await alertOf(page, other).count()).toBe(0)
  })

  test('in a field for one file another file takes its place', async () => {
    const page = await site.visit(language)
    await openForm(page, 'partnership', language)
    await holdUploads(page)
    await choose(page, ['plan.pdf'], 'proposal_file')
    await page.getByRole('progressbar', { name: 'plan.pdf' }).waitFor()
    await page.reload()
    await hydrate(page)
    await alertOf(page, language).filter({ hasText: 'plan.pdf' }).waitFor()
    await choose(page, ['profile.pdf'], 'profile_file')
    await listed(page, 'profile.pdf').waitFor()
    expect(await alertOf(page, language).count()).toBe(1)
    await choose(page, ['other.pdf'], 'proposal_file')
    await alertOf(page, language).waitFor({ state: 'detached' })
  })

  test('what was sent without the file is not reminded of it', async () => {
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    await holdUploads(page)
    await choose(page, ['a.pdf'])
    await page.getByRole('progressbar', { name: 'a.pdf' }).waitFor()
    await page.reload()
    await hydrate(page)
    await alertOf(page, language).waitFor()
    await submit(page, language)
    await page.getByRole('heading', { level: 1, name: COMPLETE[language].sales }).waitFor()
    await page.goto(ADDRESS.sales)
    await hydrate(page)
    await page.getByText(TEXTS[language]['drop-several']).waitFor()
    expect(await alertOf(page, language).count()).toBe(0)
  })
})
