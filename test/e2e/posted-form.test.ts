import { describe, expect, it } from 'vitest'
import type { FormKind } from '../../functions/contract/form-fields'
import { siteWithUpstream } from '../support/site-with-upstream'
import type { Language } from './support/browser'
import { hydrate, hydrated } from './support/arrival'
import { ADDRESS, COMPLETE, fillByHand, pdf, put, submit, TEXTS, VALUES } from './support/form'
import { FAILED_REQUESTS, useSite } from './support/site'

const served = siteWithUpstream()
const site = useSite({ origin: () => served.site.url.origin, expected: FAILED_REQUESTS })

/* Every rule and message is proven by test/worker/posted-form.test.ts and posted-files.test.ts; here a browser fills in each form once. */
const PAGES: [path: string, language: Language, kind: FormKind, complete: string, field: string][] = [
  ['/support/request', 'ko', 'sales', '/support/request/complete', 'files'],
  ['/', 'en', 'sales', '/support/request/complete', 'files'],
  ['/support/affiliate', 'en', 'partnership', '/support/affiliate/complete', 'profile_file'],
]

describe('with the app that comes late', () => {
  it.each(['sales', 'partnership'] as const)(
    'what is added to a %s form that came back stays, and is a draft',
    async (kind) => {
      const page = await site.visit('ko')
      const held = Promise.withResolvers<void>()
      await page.route('**/assets/index-*.js', async (route) => {
        await held.promise
        await route.continue().catch(() => undefined)
      })
      await page.goto(ADDRESS[kind])
      await fillByHand(page, kind)
      await put(page, 'company_name', ' ')
      const [wrong] = await Promise.all([
        page.waitForResponse((answer) => answer.request().method() === 'POST'),
        page.locator('[name=subject]').press('Enter'),
      ])
      expect(wrong.status()).toBe(422)
      await page.getByRole('alert').waitFor()
      // The browser gives the focus to what is wrong with one of its next frames.
      await page.waitForFunction("document.activeElement.name === 'company_name'")
      const content = page.locator('[name=content]')
      const before = await content.inputValue()
      await content.press('End')
      await page.keyboard.type(' Added.')
      held.resolve()
      await hydrated(page)
      await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain(' Added.')
      expect(await content.inputValue()).toBe(`${before} Added.`)
      await page.goto(ADDRESS[kind])
      await hydrate(page)
      await expect.poll(() => content.inputValue()).toBe(`${before} Added.`)
    },
  )
})

describe('without JavaScript', () => {
  it.each(PAGES)(
    'the form on %s, in %s, says what is wrong, keeps the rest, and arrives',
    async (path, language, kind, complete, field) => {
      const texts = TEXTS[language]
      // The browser speaks the other language: the address decides, to the end.
      const page = await site.visit(language === 'ko' ? 'en' : 'ko', { javaScript: false })
      await page.goto(`${path}?lng=${language}`)
      await fillByHand(page, kind)
      await put(page, 'company_name', ' ')
      const [wrong] = await Promise.all([
        page.waitForResponse((answer) => answer.request().method() === 'POST'),
        submit(page, language),
      ])
      expect(wrong.status()).toBe(422)
      await page.getByRole('alert').filter({ hasText: texts['company-alert'] }).waitFor()
      const failing = page.locator('form [name="company_name"]')
      expect(await failing.getAttribute('aria-invalid')).toBe('true')
      expect(await page.locator(`[id="${kind}-company_name-error"]`).textContent()).toBe(texts['company-alert'])
      // The browser gives the focus with one of its next frames.
      await page.waitForFunction("document.activeElement.name === 'company_name'")
      for (const [name, value] of VALUES[kind].filter(([name]) => name !== 'company_name')) {
        const control = page.locator(`form [name="${name}"]`)
        if (name === 'privacy_consent') expect(await control.isChecked()).toBe(true)
        else expect(await control.inputValue()).toBe(value)
      }

      await failing.fill('Gaon')
      await page.locator(`form [name="${field}"]`).setInputFiles(pdf('a.exe'))
      await submit(page, language)
      await page.getByRole('alert').filter({ hasText: texts['format-size-alert'] }).waitFor()

      await page.locator(`form [name="${field}"]`).setInputFiles(pdf('회사 소개.pdf', 2000))
      await submit(page, language)
      await page.getByRole('heading', { level: 1, name: COMPLETE[language][kind] }).waitFor()
      expect(new URL(page.url()).pathname).toBe(complete)
      await page.getByText(texts[`complete-${kind}-text`]).waitFor()
      await page.getByText(texts['state-delivered']).waitFor()
      expect(served.upstream.callsOf('board/inquiry')).toHaveLength(1)
      expect(
        served.upstream.callsOf('file/upload').map(({ parts }) => parts.flatMap(({ filename }) => filename ?? [])),
      ).toEqual([['회사 소개.pdf']])
    },
  )

  it.each(PAGES)('Back to the form on %s, in %s, has all that was filled in', async (path, language, kind) => {
    const page = await site.visit(language, { javaScript: false })
    await page.goto(path)
    await fillByHand(page, kind)
    await page.getByRole('contentinfo').getByRole('link').first().click()
    await page.waitForURL('**/privacy-policy/*')
    await page.goBack()
    await page.locator('form [name=subject]').waitFor()
    for (const [name, value] of VALUES[kind]) {
      const control = page.locator(`form [name="${name}"]`)
      expect([
        name,
        name === 'privacy_consent' ? String(await control.isChecked()) : await control.inputValue(),
      ]).toEqual([name, value])
    }
  })

  it('what fails as a whole has the focus, far down on home too', async () => {
    const page = await site.visit('ko', { javaScript: false })
    await page.goto('/')
    await fillByHand(page, 'sales')
    // A policy that has been replaced long since.
    await page.evaluate("document.querySelector('[name=privacy_version]').value = '20240617'")
    await submit(page, 'ko')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await page.waitForFunction("document.activeElement.getAttribute('role') === 'alert'")
    await page.waitForFunction('scrollY > 0')
  })
})
