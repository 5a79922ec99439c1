import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fill, openForm, submit, TEXTS } from './support/form'
import { useSite } from './support/site'

const site = useSite()

const language = 'en'
const texts = TEXTS[language]

/** Puts a text into the field with the focus as a paste does: the browser applies what the field itself limits. */
async function paste(page: Page, name: string, text: string): Promise<void> {
  const field = page.locator(`form [name=${name}]`)
  await field.fill('')
  await field.focus()
  await page.keyboard.insertText(text)
}
const valueOf = (page: Page, name: string) => page.locator(`form [name=${name}]`).inputValue()
const errorOf = (page: Page, name: string) => page.locator(`[id=sales-${name}-error]`)

async function filled(): Promise<Page> {
  const page = await site.visit(language)
  await openForm(page, 'sales', language)
  await fill(page, 'sales')
  return page
}
const accepting = (page: Page) =>
  page.route('**/api/board/inquiry', (route) =>
    route.fulfill({ status: 202, json: { data: { receipt: 'R-1', state: 'queued' } } }),
  )

describe('what is pasted', () => {
  test.each([
    ['inquiry_mail', 'gildong.hong@carbon-management.europe.gaon-industries.example'],
    ['user_name', 'k'.repeat(51)],
    ['company_name', '가'.repeat(60)],
    ['phone_number', '010-1234-5678, '.repeat(5)],
    ['subject', 's'.repeat(200)],
  ])('into %s beyond its limit stays, and is told at once and beside the field until it fits', async (name, text) => {
    const page = await filled()
    await paste(page, name, text)
    expect(await valueOf(page, name)).toBe(text)
    await page.getByRole('alert').filter({ hasText: texts['text-limit-alert'] }).waitFor()
    expect(await errorOf(page, name).textContent()).toBe(texts['text-limit-alert'])
    expect(await page.locator(`form [name=${name}]`).getAttribute('aria-invalid')).toBe('true')
    await submit(page, language)
    // The alert of the paste may still be there when the form is checked.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(name)
    await page.getByRole('alert').filter({ hasText: texts['text-limit-alert'] }).waitFor()
    expect(await valueOf(page, name)).toBe(text)
    await paste(page, name, name === 'inquiry_mail' ? 'kim@gaon.example' : '010')
    await errorOf(page, name).waitFor({ state: 'detached' })
    await accepting(page)
    await submit(page, language)
    await page.waitForURL(/\/complete\?/)
  })

  test('into the content beyond its limit stays, and the counter shows it', async () => {
    const page = await filled()
    await paste(page, 'content', '가'.repeat(2500))
    expect((await valueOf(page, 'content')).length).toBe(2500)
    expect(await page.locator('[data-counter]').textContent()).toBe('2500 / 2000')
    expect(await errorOf(page, 'content').textContent()).toBe(texts['content-limit-alert'])
    await paste(page, 'content', '가'.repeat(2000))
    expect(await page.locator('[data-counter]').textContent()).toBe('2000 / 2000')
    await errorOf(page, 'content').waitFor({ state: 'detached' })
  })

  test.each([
    ['Kim Gildong of the carbon management department <kim@gaon.example>', 'kim@gaon.example'],
    ['mailto:kim@gaon.example;', 'kim@gaon.example'],
    ['kim@gaon.example\u200b', 'kim@gaon.example'],
    ['hong@회사.한국', 'hong@회사.한국'],
  ])('as the address %s is sent as %s', async (text, sent) => {
    const page = await filled()
    await paste(page, 'inquiry_mail', text)
    expect(await page.getByRole('alert').count()).toBe(0)
    await accepting(page)
    const [request] = await Promise.all([page.waitForRequest('**/api/board/inquiry'), submit(page, language)])
    expect(request.postDataJSON()).toMatchObject({ inquiry_mail: sent })
  })

  test.each(['kim@gaon..example', 'kim@gaon', 'kim@gaon.example lee@gaon.example'])(
    'as the address %s, which nobody can reach, is refused with its message',
    async (text) => {
      const page = await filled()
      await paste(page, 'inquiry_mail', text)
      await submit(page, language)
      await page.getByRole('alert').filter({ hasText: texts['inquiry-mail-form-alert'] }).waitFor()
      expect(await valueOf(page, 'inquiry_mail')).toBe(text)
    },
  )
})
