import { describe, expect, test } from 'vitest'
import { hydrate } from './support/arrival'
import { useSite } from './support/site'

const site = useSite()
const language = 'en'

describe('for whoever does not see the page, or uses no mouse', () => {
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
