import { describe, expect, test } from 'vitest'
import receiptEn from '../../app/i18n/en/receipt.json'
import receiptKo from '../../app/i18n/ko/receipt.json'
import { axeFindings } from './support/axe'
import { LANGUAGES } from './support/browser'
import { ADDRESS, COMPLETE, fillByHand, submit, TEXTS } from './support/form'
import { pageFaults } from './support/page-faults'
import { FAILED_REQUESTS, useSite } from './support/site'

const RECEIPT = { ko: receiptKo, en: receiptEn }
const site = useSite({ expected: FAILED_REQUESTS })

describe.each(LANGUAGES)('in %s', (language) => {
  const texts = TEXTS[language]

  test('the complete page leads to the status of the inquiry, which fits a window of 360, 768 and 1280 px', async () => {
    const page = await site.visit(language, { javaScript: false })
    await page.goto(ADDRESS.sales)
    await fillByHand(page, 'sales')
    await submit(page, language)
    await page.getByRole('heading', { level: 1, name: COMPLETE[language].sales }).waitFor()
    const receipt = new URL(page.url()).searchParams.get('receipt') ?? ''
    await page.getByRole('link', { name: texts['status-link'] }).click()
    await page.getByRole('heading', { level: 1, name: RECEIPT[language]['title'] }).waitFor()
    const main = page.getByRole('main')
    await main.getByText(RECEIPT[language]['lead'], { exact: true }).waitFor()
    expect(await main.locator('dd').first().textContent()).toBe(receipt)
    expect(await main.locator('dd').nth(3).textContent()).toBe(RECEIPT[language]['not-yet'])
    expect(await main.textContent()).not.toContain('kim@gaon.example')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.reload()
      expect([width, await pageFaults(page, language)]).toEqual([width, []])
    }
  })

  test('an unknown receipt says so, and another can be entered', async () => {
    const page = await site.visit(language)
    const receipt = crypto.randomUUID()
    await page.goto(`/support/request/status?receipt=${receipt}`)
    await page.getByText(RECEIPT[language]['none']).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.goto('/support/request/status')
    await page.getByText(RECEIPT[language]['lead-form'], { exact: true }).waitFor()
    await page.getByLabel(texts.receipt).fill(receipt)
    await page.getByRole('button', { name: RECEIPT[language]['show'] }).press('Enter')
    await page.getByText(RECEIPT[language]['none']).waitFor()
  })
})
