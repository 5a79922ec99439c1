import { describe, expect, it } from 'vitest'
import type { FormKind } from '../../functions/contract/form-fields'
import { siteWithUpstream } from '../support/site-with-upstream'
import { LANGUAGES } from './support/browser'
import { COMPLETE, fill, pdf, put, submit, TEXTS } from './support/form'
import { FAILED_REQUESTS, useSite } from './support/site'

const served = siteWithUpstream()
const site = useSite({ origin: () => served.site.url.origin, expected: FAILED_REQUESTS })

const PAGES: [path: string, kind: FormKind, complete: string, field: string][] = [
  ['/support/request', 'sales', '/support/request/complete', 'files'],
  ['/', 'sales', '/support/request/complete', 'files'],
  ['/support/affiliate', 'partnership', '/support/affiliate/complete', 'profile_file'],
]

describe.each(LANGUAGES)('without JavaScript, in %s', (language) => {
  it.each(PAGES)(
    'the form on %s says what is wrong, keeps the rest, and arrives',
    async (path, kind, complete, field) => {
      const texts = TEXTS[language]
      // The browser speaks the other language: the address decides, to the end.
      const page = await site.visit(language === 'ko' ? 'en' : 'ko', { javaScript: false })
      await page.goto(`${path}?lng=${language}`)
      await fill(page, kind)
      await put(page, 'company_name', ' ')
      const [wrong] = await Promise.all([
        page.waitForResponse((answer) => answer.request().method() === 'POST'),
        submit(page, language),
      ])
      expect(wrong.status()).toBe(422)
      await page.getByRole('alert').filter({ hasText: texts['company-alert'] }).waitFor()
      const failing = page.locator('form [name="company_name"]')
      expect(await failing.getAttribute('aria-invalid')).toBe('true')
      expect(await page.evaluate('document.activeElement.name')).toBe('company_name')
      expect(await page.locator('form [name="subject"]').inputValue()).not.toBe('')
      expect(await page.locator('form [name="privacy_consent"]').isChecked()).toBe(true)

      await failing.fill('Gaon')
      await page.locator(`form [name="${field}"]`).setInputFiles(pdf('a.exe'))
      await submit(page, language)
      await page.getByRole('alert').filter({ hasText: texts['format-size-alert'] }).waitFor()

      await page.locator(`form [name="${field}"]`).setInputFiles(pdf('회사 소개.pdf', 2000))
      await submit(page, language)
      await page.getByRole('heading', { level: 1, name: COMPLETE[language][kind] }).waitFor()
      expect(new URL(page.url()).pathname).toBe(complete)
      await page.getByText(texts['state-delivered']).waitFor()
      expect(served.upstream.callsOf('board/inquiry')).toHaveLength(1)
      expect(
        served.upstream.callsOf('file/upload').map(({ parts }) => parts.flatMap(({ filename }) => filename ?? [])),
      ).toEqual([['회사 소개.pdf']])
    },
  )

  it('what fails as a whole has the focus, far down on home too', async () => {
    const page = await site.visit(language, { javaScript: false })
    await page.goto('/')
    await fill(page, 'sales')
    await page.evaluate("document.querySelector('[name=website]').value = 'x'")
    await submit(page, language)
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('alert')
    await page.waitForFunction('scrollY > 0')
  })
})
