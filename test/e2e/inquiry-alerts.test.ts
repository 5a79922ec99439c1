import { describe, expect, it } from 'vitest'
import type { FormMessage } from '../../functions/contract/form-fields'
import { openForm, pdf, put, submit, TEXTS, VALUES } from './support/form'
import { useSite } from './support/site'

/** Field, message, and what to put in for it to fail where leaving it alone is not enough: spec 5, row by row. */
const CONTACT_ROWS: [string, FormMessage, string?][] = [
  ['user_name', 'contact-person-alert'],
  ['company_name', 'company-alert'],
  ['country_code', 'country-code-alert', ''],
  ['phone_number', 'phone-alert'],
  ['inquiry_mail', 'inquiry-mail-alert'],
  ['inquiry_mail', 'inquiry-mail-form-alert', 'kim at gaon'],
]
const ROWS = {
  sales: [
    ...CONTACT_ROWS,
    ['inquiry_type', 'inquiry-type-alert'],
    ['subject', 'title-alert'],
    ['content', 'inquiry-content-alert'],
    ['privacy_consent', 'privacy-check-alert'],
  ],
  partnership: [
    ['recipient_type', 'partnership-recipient-type-alert'],
    ['subject', 'partnership-title-alert'],
    ['content', 'partnership-inquiry-content-alert'],
    ...CONTACT_ROWS,
    ['privacy_consent', 'privacy-check-alert'],
  ],
} satisfies Record<string, [string, FormMessage, string?][]>

const site = useSite()

describe('the forms', () => {
  describe.each([
    ['sales', 'ko'],
    ['partnership', 'en'],
  ] as const)('the %s form in %s', (kind, language) => {
    it('alerts at the first failure, in the order of the spec, and goes to the field', async () => {
      const page = await site.visit(language)
      await openForm(page, kind, language)
      // An alert closes after two seconds, which is another test's subject.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      let last = ''
      for (const [name, message, value] of ROWS[kind]) {
        // Everything before this row is filled as the rows go by.
        if (name !== last && last !== '')
          await put(page, last, VALUES[kind].find(([field]) => field === last)?.[1] ?? '')
        if (value !== undefined) await put(page, name, value)
        last = name
        await submit(page, language)
        const sentence = TEXTS[language][message]
        await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
        expect(await page.getByRole('alert').allTextContents()).toEqual([sentence])
        const field = page.locator(`form [name="${name}"]`)
        expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
        expect(await field.getAttribute('aria-invalid')).toBe('true')
        const described = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
        const beside = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).textContent()))
        expect(beside).toContain(sentence)
      }
    })

    it('takes the message away when the visitor has mended the field', async () => {
      const page = await site.visit(language)
      await openForm(page, kind, language)
      await submit(page, language)
      const [first = ['', '']] = VALUES[kind]
      await page.locator('form [aria-invalid=true]').waitFor()
      await put(page, ...first)
      await page.locator('form [aria-invalid=true]').waitFor({ state: 'detached' })
    })
  })

  it('the toast closes by itself, but stays while the pointer or the focus is on it', async () => {
    const page = await site.visit('en')
    await openForm(page, 'sales', 'en')
    await page.clock.install()
    await submit(page, 'en')
    const toast = page.getByRole('alert')
    // In steps, between which the page does what it has been told.
    const tenSeconds = async () => {
      for (let passed = 0; passed < 10_000; passed += 500) await page.clock.runFor(500)
    }
    await toast.hover()
    await tenSeconds()
    expect(await toast.count()).toBe(1)
    // Another one takes its place below the pointer.
    const first = await toast.elementHandle()
    await page.locator('main form[enctype] button[type=submit]').press('Enter')
    await first?.waitForElementState('hidden')
    await page.locator(':hover > [role=alert]').waitFor()
    await tenSeconds()
    expect(await toast.count()).toBe(1)
    await page.mouse.move(10, 300)
    await page.getByRole('button', { name: TEXTS.en.close }).focus()
    await tenSeconds()
    expect(await toast.count()).toBe(1)
    await page.locator('[name=subject]').focus()
    await page.clock.runFor(2100)
    expect(await toast.count()).toBe(0)
    expect(await page.locator('[id="sales-user_name-error"]').textContent()).toBe(TEXTS.en['contact-person-alert'])
  })

  it('a wrong file is dropped with its alert, a sixth is not taken, a name that is there is ignored with a word', async () => {
    const texts = TEXTS.ko
    const page = await site.visit('ko')
    await openForm(page, 'sales', 'ko')
    const input = page.locator('[name=files]')
    await input.setInputFiles([pdf('a.pdf'), pdf('b.exe'), { ...pdf('c.pdf'), buffer: Buffer.alloc(0) }])
    await page.getByRole('alert').filter({ hasText: texts['format-size-alert'] }).waitFor()
    expect(await page.getByRole('alert').allTextContents()).toEqual([texts['format-size-alert']])
    const named = (key: 'file-wrong-type' | 'file-empty', name: string) => texts[key].replace('{{name}}', name)
    expect(await page.locator('[id=sales-files-error]').textContent()).toBe(
      [texts['format-size-alert'], named('file-wrong-type', 'b.exe'), named('file-empty', 'c.pdf')].join(' '),
    )
    expect(
      await input.evaluate((element) => [element === document.activeElement, element.getAttribute('aria-invalid')]),
    ).toEqual([true, 'true'])
    await input.setInputFiles([pdf('a.pdf')])
    await page.getByText(texts['file-duplicate'].replace('{{names}}', 'a.pdf')).waitFor()
    await input.setInputFiles(['b', 'c', 'd', 'e', 'f'].map((name) => pdf(`${name}.pdf`)))
    await page.getByRole('alert').filter({ hasText: texts['file-limit-alert'] }).waitFor()
    // The list is loaded with the first file.
    await expect.poll(() => page.locator('form li').count()).toBe(5)
    expect(await page.getByText(texts['choose-file']).isVisible()).toBe(false)
    await expect
      .poll(() =>
        page.getByRole('list', { name: texts.attached }).evaluate((element) => element === document.activeElement),
      )
      .toBe(true)
    await page.getByRole('button', { name: texts.remove.replace('{{name}}', 'c.pdf') }).click()
    expect(await page.locator('form li').count()).toBe(4)
    expect(await page.getByText(texts['choose-file']).isVisible()).toBe(true)
  })

  it('a wrong file clears the selection of a field for one file', async () => {
    const page = await site.visit('en')
    await openForm(page, 'partnership', 'en')
    for (const name of ['proposal_file', 'profile_file']) {
      const input = page.locator(`[name=${name}]`)
      await input.setInputFiles(pdf('good.pdf'))
      await page.getByText('good.pdf').waitFor()
      // Made inside the page: 20 MB from outside take the browser ten seconds.
      await input.evaluate((element: HTMLInputElement) => {
        const chosen = new DataTransfer()
        chosen.items.add(new File([new Uint8Array(20 * 1_048_576 + 1)], 'large.pdf', { type: 'application/pdf' }))
        element.files = chosen.files
        element.dispatchEvent(new Event('change', { bubbles: true }))
      })
      await page.getByRole('alert').filter({ hasText: TEXTS.en['format-size-alert'] }).waitFor()
      await page.getByText('good.pdf').waitFor({ state: 'detached' })
      expect(await page.getByRole('alert').allTextContents()).toEqual([TEXTS.en['format-size-alert']])
      const tooLarge = TEXTS.en['file-too-large'].replace('{{name}}', 'large.pdf').replace('{{max}}', '20')
      expect(await page.locator(`[id=partnership-${name}-error]`).textContent()).toContain(tooLarge)
      expect(
        await input.evaluate((element) => [element === document.activeElement, element.getAttribute('aria-invalid')]),
      ).toEqual([true, 'true'])
    }
  })
})
