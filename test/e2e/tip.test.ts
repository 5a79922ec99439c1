import { expect, test } from 'vitest'
import en from '../../app/i18n/en/inquiry.json'
import { hydrate } from './support/arrival'
import { axeFindings } from './support/axe'
import { useSite } from './support/site'

const site = useSite()

/* The tip of the partnership type (docs/specification.md#2; WCAG 2.2, 1.4.13). */
async function formWithTip({ javaScript = true } = {}) {
  const page = await site.visit('en', { javaScript })
  await page.goto('/support/affiliate')
  if (javaScript) await hydrate(page)
  const button = page.getByRole('button', { name: en['recipient-type-tip'] })
  // The form is hydrated after what stands around it.
  if (javaScript) await expect.poll(() => button.evaluate((element) => Object.keys(element).length)).toBeGreaterThan(0)
  return { page, button, tip: page.locator('#partnership-tip') }
}

test('opens under the pointer, which may rest on it, and closes when the pointer leaves', async () => {
  const { page, button, tip } = await formWithTip()
  await button.hover()
  await tip.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await tip.locator('dd').first().hover()
  await page.waitForTimeout(600)
  expect(await tip.isVisible()).toBe(true)
  await page.mouse.move(5, 400)
  await tip.waitFor({ state: 'hidden' })
})

test('opens with the focus, describes its button, and closes with Escape and when the focus leaves', async () => {
  const { page, button, tip } = await formWithTip()
  await button.focus()
  await tip.waitFor()
  expect(await button.getAttribute('aria-describedby')).toBe('partnership-tip')
  await page.keyboard.press('Escape')
  await tip.waitFor({ state: 'hidden' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await tip.waitFor()
  await page.keyboard.press('Tab')
  await tip.waitFor({ state: 'hidden' })
})

test.each([true, false])('opens by a click and stays for it, with scripts: %s', async (javaScript) => {
  const { page, button, tip } = await formWithTip({ javaScript })
  await button.click()
  await tip.waitFor()
  await page.mouse.move(5, 400)
  await page.waitForTimeout(600)
  expect(await tip.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await tip.waitFor({ state: 'hidden' })
})
