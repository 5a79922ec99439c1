import type { Page } from 'playwright-core'
import en from '../../../app/i18n/en/inquiry.json'
import enPage from '../../../app/i18n/en/page.json'
import ko from '../../../app/i18n/ko/inquiry.json'
import enReceipt from '../../../app/i18n/en/receipt.json'
import koReceipt from '../../../app/i18n/ko/receipt.json'
import koPage from '../../../app/i18n/ko/page.json'
import type { FormKind } from '../../../functions/contract/form-fields'
import { hydrate } from './arrival.ts'
import type { Language } from './browser.ts'

/** Texts of the two forms and of the pages that confirm them. */
export const TEXTS = { ko: { ...koReceipt, ...ko }, en: { ...enReceipt, ...en } }
/** Headings of the complete pages. */
export const COMPLETE = { ko: koPage.complete, en: enPage.complete }
export const ADDRESS: Record<FormKind, string> = { sales: '/support/request', partnership: '/support/affiliate' }

/** Opens a form and waits until it is hydrated. */
export async function openForm(page: Page, kind: FormKind, language: Language): Promise<void> {
  await page.goto(ADDRESS[kind])
  await hydrate(page)
  await page
    .getByText(TEXTS[language][kind === 'sales' ? 'drop-several' : 'drop'])
    .first()
    .waitFor()
}

/** Puts the focus on a form's first field, and waits until a press on the country opens its search in place of the browser's list. */
export async function beginForm(page: Page): Promise<void> {
  await page.locator('[name=user_name]').focus()
  await page.waitForFunction(() => {
    const country = document.querySelector('[name=country_code]')
    return country !== null && getComputedStyle(country).pointerEvents === 'none'
  })
}

const CONTACT: [string, string][] = [
  ['user_name', 'Kim'],
  ['company_name', 'Gaon'],
  ['country_code', '+82'],
  ['phone_number', '010-1234-5678'],
  ['inquiry_mail', 'kim@gaon.example'],
]
/** Valid values in the order of the checks (docs/specification.md#5). */
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

/** Fills a whole form, field by field with the focus in each, in one step: most tests are about what comes after it. */
export const fill = (page: Page, kind: FormKind): Promise<void> =>
  page.evaluate(async (values) => {
    for (const [name, value] of values) {
      const field = document.querySelector<HTMLInputElement>(`form [name="${name}"]`)
      if (!field) throw new Error(`There is no field ${name}.`)
      field.focus()
      if (field.type === 'checkbox') {
        if (!field.checked) field.click()
      } else {
        // React listens to what is set through the element's own class.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
        field.dispatchEvent(new Event('input', { bubbles: true }))
        field.dispatchEvent(new Event('change', { bubbles: true }))
      }
      await new Promise((done) => setTimeout(done))
    }
  }, VALUES[kind])

/** The same, each field as a visitor fills it. */
export async function fillByHand(page: Page, kind: FormKind): Promise<void> {
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
