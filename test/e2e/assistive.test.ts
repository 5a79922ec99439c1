import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hydrate } from './support/arrival'
import { fill, openForm, pdf, put, submit, TEXTS } from './support/form'
import { useSite } from './support/site'

const site = useSite()
const language = 'en'

/** A page and every text that is put into one of its live regions, in order. */
async function listening(): Promise<{ page: Page; announced: { role: string; text: string }[] }> {
  const page = await site.visit(language, { expected: /file\/upload|Failed to load/ })
  const announced: { role: string; text: string }[] = []
  await page.exposeFunction('heard', (role: string, text: string) => announced.push({ role, text }))
  await page.addInitScript(() => {
    const last = new WeakMap<Element, string>()
    const tell = (element: Element) => {
      const text = (element.textContent ?? '').trim()
      if (text === '' || last.get(element) === text) return
      last.set(element, text)
      ;(window as unknown as { heard(role: string, text: string): void }).heard(
        element.getAttribute('role') ?? 'status',
        text,
      )
    }
    const LIVE = 'output, [role=alert]'
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(LIVE)
        if (around) tell(around)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const live of [node, ...node.querySelectorAll('*')]) if (live.matches(LIVE)) tell(live)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return { page, announced }
}

describe('for whoever does not see the page, or uses no mouse', () => {
  const texts = TEXTS[language]

  test('an alert is said once, and nothing else with it', async () => {
    const { page, announced } = await listening()
    await openForm(page, 'sales', language)
    announced.length = 0
    await submit(page, language)
    await page.getByRole('alert').waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    expect(announced).toEqual([{ role: 'alert', text: texts['contact-person-alert'] }])
  })

  test('the counter is silent until little is left, and then speaks at each step once', async () => {
    const { page, announced } = await listening()
    await openForm(page, 'sales', language)
    announced.length = 0
    await page.locator('[name=content]').pressSequentially('Nobody wants to hear a number a letter.')
    expect(announced).toEqual([])
    await put(page, 'content', 'a'.repeat(1850))
    await page.locator('[name=content]').pressSequentially('twelve more.')
    await put(page, 'content', 'a'.repeat(2000))
    const left = (count: number) => ({ role: 'status', text: texts['counter-left'].replace('{{left}}', String(count)) })
    await expect.poll(() => announced).toEqual([left(200), left(0)])
  })

  test('a sending is told in few steps, politely', async () => {
    const { page, announced } = await listening()
    await page.route('**/api/file/upload', (route) => route.abort())
    await page.route('**/api/board/inquiry', () => {})
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    await page.locator('[name=files]').setInputFiles(pdf('plan.pdf', 300_000))
    await page.getByText('plan.pdf').first().waitFor()
    announced.length = 0
    await submit(page, language)
    await expect.poll(() => announced.map(({ text }) => text), { timeout: 20_000 }).toContain(texts['sending-inquiry'])
    const steps = announced.filter(({ role }) => role === 'status').map(({ text }) => text)
    expect(new Set(steps).size).toBe(steps.length)
    expect(steps.length).toBeLessThanOrEqual(6)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('the fields say what belongs in them to whoever fills them in, and which must be filled', async () => {
    const page = await site.visit(language)
    for (const path of ['/support/request', '/support/affiliate']) {
      await page.goto(path)
      await hydrate(page)
      const tokens = await page
        .locator('main form[enctype] [autocomplete]:not([autocomplete=off])')
        .evaluateAll((fields: HTMLInputElement[]) =>
          Object.fromEntries(fields.map((field) => [field.name, field.autocomplete])),
        )
      expect(tokens).toMatchObject({
        user_name: 'name',
        company_name: 'organization',
        country_code: 'tel-country-code',
        phone_number: 'tel-national',
        inquiry_mail: 'email',
      })
      const unnamed = await page
        .locator('main form[enctype] :is(input:not([type=hidden]), select, textarea)')
        .evaluateAll((fields: HTMLInputElement[]) =>
          fields
            .filter((field) => field.tabIndex >= 0 && !field.labels?.length && !field.ariaLabel)
            .map((field) => field.name),
        )
      expect(unnamed).toEqual([])
      expect(await page.locator('main form[enctype] [required]').count()).toBe(9)
    }
  })

  test('nothing happens as a pointer goes down or rests on something, and no single key is a shortcut', async () => {
    const page = await site.visit(language)
    await page.goto('/support/notice')
    await hydrate(page)
    const shown = () =>
      page.evaluate(() => [
        location.href,
        [...document.querySelectorAll('body *')].filter((part) => part.checkVisibility({ visibilityProperty: true }))
          .length,
      ])
    const before = await shown()
    // The button back to the top is out of sight on a short page.
    const controls = page.locator(':is(header, main, footer) :is(a, button):not([href="#top"]):visible')
    // The first of each look: ten rows of a table behave as one.
    const looks = await controls.evaluateAll((all) => all.map((one) => `${one.tagName} ${one.className}`))
    for (const [index, look] of looks.entries()) {
      if (looks.indexOf(look) !== index) continue
      const control = controls.nth(index)
      await control.hover()
      await page.mouse.down()
      expect(await shown(), await control.innerText()).toEqual(before)
      // Released elsewhere, a press is taken back.
      await page.mouse.move(1, 1)
      await page.mouse.up()
    }
    for (const key of 'abcdefghijklmnopqrstuvwxyz0123456789/?') await page.keyboard.press(key)
    expect(await shown()).toEqual(before)
  })
})
