import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { FormKind, FormMessage } from '../../functions/contract/form-fields'
import { siteWithUpstream } from '../support/site-with-upstream'
import { LANGUAGES, type Language } from './support/browser'
import { ADDRESS, fill, pdf, put, submit, TEXTS, VALUES } from './support/form'
import { FAILED_REQUESTS, useSite } from './support/site'

const served = siteWithUpstream()
const site = useSite({ origin: () => served.site.url.origin, expected: FAILED_REQUESTS })

const MISSING: Record<string, FormMessage> = {
  user_name: 'contact-person-alert',
  company_name: 'company-alert',
  country_code: 'country-code-alert',
  phone_number: 'phone-alert',
  inquiry_mail: 'inquiry-mail-alert',
  inquiry_type: 'inquiry-type-alert',
  recipient_type: 'partnership-recipient-type-alert',
  privacy_consent: 'privacy-check-alert',
}
const OWN: Record<FormKind, Record<string, FormMessage>> = {
  sales: { subject: 'title-alert', content: 'inquiry-content-alert' },
  partnership: { subject: 'partnership-title-alert', content: 'partnership-inquiry-content-alert' },
}

async function plainForm(kind: FormKind, language: Language): Promise<Page> {
  const page = await site.visit(language, { javaScript: false })
  await page.goto(ADDRESS[kind])
  await fill(page, kind)
  return page
}

/** Submits, and expects the same page with this message and the values kept. */
async function refused(page: Page, language: Language, field: string, message: FormMessage): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await submit(page, language)
  expect((await answered).status()).toBe(422)
  const sentence = TEXTS[language][message]
  await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
  const control = page.locator(`form [name="${field}"]`)
  expect(await control.getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator(`[id="${await control.getAttribute('id')}-error"]`).textContent()).toBe(sentence)
  expect(await control.getAttribute('autofocus')).not.toBeNull()
}

describe.each(LANGUAGES)('without a script, in %s', (language) => {
  describe.each(['sales', 'partnership'] as const)('the %s form', (kind) => {
    it.each(VALUES[kind].map(([name]) => name))(
      'without %s comes back with its message and everything else kept',
      async (name) => {
        const page = await plainForm(kind, language)
        await put(page, name, '')
        await refused(page, language, name, OWN[kind][name] ?? MISSING[name] ?? 'contact-person-alert')
        for (const [field, value] of VALUES[kind]) {
          const control = page.locator(`form [name="${field}"]`)
          if (field === 'privacy_consent') expect(await control.isChecked()).toBe(field !== name)
          else expect(await control.inputValue()).toBe(field === name ? '' : value)
        }
      },
    )

    it('with a wrong e-mail comes back', async () => {
      const page = await plainForm(kind, language)
      await put(page, 'inquiry_mail', 'kim at gaon')
      await refused(page, language, 'inquiry_mail', 'inquiry-mail-form-alert')
    })

    it('goes to the complete page when all is well', async () => {
      const page = await plainForm(kind, language)
      await page.locator('[type=file]').first().setInputFiles(pdf('offer.pdf'))
      await submit(page, language)
      await page.waitForURL(new RegExp(`${ADDRESS[kind]}/complete\\?receipt=`))
      await page.getByText(TEXTS[language][`complete-${kind}-text`]).waitFor()
      expect(served.upstream.callsOf('file/upload').length).toBe(1)
      expect(served.upstream.callsOf('board/inquiry').length).toBe(1)
    })
  })

  it.each([
    ['a wrong file', [pdf('bad.exe')], 'format-size-alert'],
    ['a file over 10 MB', [pdf('large.pdf', 10 * 1_048_576 + 1)], 'format-size-alert'],
    ['six files', ['1', '2', '3', '4', '5', '6'].map((name) => pdf(`${name}.pdf`)), 'file-limit-alert'],
  ] as const)('%s is refused with its alert, the other values kept', async (_what, files, message) => {
    const page = await plainForm('sales', language)
    await page.locator('[name=files]').setInputFiles([...files])
    await refused(page, language, 'files', message)
    expect(await page.locator('[name=content]').inputValue()).toBe('What does it cost?')
  })
})
