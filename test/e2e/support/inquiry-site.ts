import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import en from '../../../app/i18n/en/inquiry.json'
import enPage from '../../../app/i18n/en/page.json'
import ko from '../../../app/i18n/ko/inquiry.json'
import koPage from '../../../app/i18n/ko/page.json'
import type { FormKind } from '../../../functions/contract/form-fields'
import { startFakeUpstream, type FakeUpstream } from '../../support/fake-upstream'
import { startSite } from '../../support/site'
import { LANGUAGES, openBrowser, settling, type Language } from './browser'

/** The built site with a browser beside it, for the tests of the two forms. */
export const TEXTS = { ko, en }
/** Headings of the complete pages. */
export const COMPLETE = { ko: koPage.complete, en: enPage.complete }
export { LANGUAGES, type Language }
export const ADDRESS: Record<FormKind, string> = { sales: '/support/request', partnership: '/support/affiliate' }

export interface Site {
  origin: string
  /** A page of a fresh visitor. Errors in its console are collected in `complaints`, but for answers a test asked for. */
  visit(language: Language, options?: BrowserContextOptions): Promise<Page>
  complaints: string[]
  close(): Promise<void>
}

/** @param upstream origin of a remote upstream, for a site of its own; without it the shared site with the first content */
export async function openSite(upstream?: string): Promise<Site> {
  const server = upstream === undefined ? null : await startSite({ upstream })
  const url = server?.url ?? new URL(inject('origin'))
  const browser = await openBrowser()
  const complaints: string[] = []
  return {
    origin: url.origin,
    complaints,
    async visit(language, options = {}) {
      const context = await browser.newContext({
        locale: language === 'ko' ? 'ko-KR' : 'en-US',
        baseURL: url.origin,
        reducedMotion: 'reduce',
        ...options,
      })
      const page = settling(await context.newPage(), options.javaScriptEnabled)
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text())
      })
      return page
    },
    async close() {
      await browser.close()
      await server?.close()
    },
  }
}

/** A site before a fake upstream. */
export interface SiteWithUpstream {
  site: Site
  upstream: FakeUpstream
}

/** One for all tests of a file; after each of them the upstream is well again, and no page may have complained. */
export function siteWithUpstream(): SiteWithUpstream {
  const both = {} as SiteWithUpstream
  beforeAll(async () => {
    both.upstream = await startFakeUpstream()
    both.site = await openSite(both.upstream.origin)
  })
  afterAll(async () => {
    await both.site.close()
    await both.upstream.close()
  })
  afterEach(() => {
    both.upstream.calls.length = 0
    both.upstream.faults.clear()
    expect(both.site.complaints.splice(0)).toEqual([])
  })
  return both
}

/** Opens a form and waits until its script runs: then the drop zone has its words. */
export async function openForm(page: Page, kind: FormKind, language: Language): Promise<void> {
  await page.goto(ADDRESS[kind])
  await page
    .getByText(TEXTS[language][kind === 'sales' ? 'drop-several' : 'drop'])
    .first()
    .waitFor()
}

const CONTACT: [string, string][] = [
  ['user_name', 'Kim'],
  ['company_name', 'Gaon'],
  ['country_code', '+82'],
  ['phone_number', '010-1234-5678'],
  ['inquiry_mail', 'kim@gaon.example'],
]
/** Values that pass, in the order of the checks (spec 5). */
export const VALUES: Record<FormKind, [string, string][]> = {
  sales: [
    ...CONTACT,
    ['inquiry_type', 'quote'],
    ['subject', 'A question'],
    ['content', 'What does it cost?'],
    ['privacy_consent', 'true'],
  ],
  partnership: [
    ['recipient_type', 'partner'],
    ['subject', 'A proposal'],
    ['content', 'Let us work together.'],
    ...CONTACT,
    ['privacy_consent', 'true'],
  ],
}

export async function put(page: Page, name: string, value: string): Promise<void> {
  const field = page.locator(`form [name="${name}"]`)
  if (name === 'privacy_consent') await field.setChecked(value !== '')
  else if (/country_code|_type$/.test(name)) await field.selectOption(value)
  else await field.fill(value)
}

export async function fill(page: Page, kind: FormKind): Promise<void> {
  for (const [name, value] of VALUES[kind]) await put(page, name, value)
}

export const submit = (page: Page, language: Language) =>
  page.getByRole('button', { name: TEXTS[language].submit, exact: true }).click()

/** A file that only claims to be a PDF. */
export const pdf = (name: string, bytes = 20) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n'.padEnd(bytes, ' ')),
})
