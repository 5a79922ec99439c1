import { describe, expect, test } from 'vitest'
import receiptEn from '../../app/i18n/en/receipt.json'
import receiptKo from '../../app/i18n/ko/receipt.json'
import { brands } from '../../functions/brand/hosts'
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
    expect(await main.locator('dd').nth(4).textContent()).toBe(RECEIPT[language]['not-yet'])
    expect(await main.textContent()).not.toContain('kim@gaon.example')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.reload()
      expect([width, await pageFaults(page, language)]).toEqual([width, []])
    }
  })

  test.each(['sales', 'partnership'] as const)(
    'the confirmation and the status of an inquiry (%s) print on one page with receipt, time, kind, brand and contact',
    async (kind) => {
      const { name, company } = brands[0]!
      const page = await site.visit(language, { javaScript: false })
      await page.goto(ADDRESS[kind])
      await fillByHand(page, kind)
      await submit(page, language)
      await page.getByRole('heading', { level: 1, name: COMPLETE[language][kind] }).waitFor()
      const receipt = new URL(page.url()).searchParams.get('receipt') ?? ''
      const complete = page.url()
      for (const address of [complete, `/support/request/status?receipt=${receipt}`]) {
        await page.emulateMedia({ media: 'screen' })
        await page.goto(address)
        await page.emulateMedia({ media: 'print' })
        const main = await page.getByRole('main').innerText()
        for (const text of [receipt, RECEIPT[language].kinds[kind], name[language]]) expect(main).toContain(text)
        expect(main).toMatch(language === 'ko' ? /\d\d:\d\d \(한국 시간\)/ : /\d\d:\d\d \(KST\)/)
        const contact = await page.getByRole('contentinfo').innerText()
        for (const text of [company.name[language], company.phone, company.email]) expect(contact).toContain(text)
        expect(await page.getByRole('link', { name: RECEIPT[language]['go-to-main'] }).isVisible()).toBe(false)
        expect(await page.locator('header, main nav').filter({ visible: true }).count()).toBe(0)
        const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
        expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
      }
    },
  )

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

  test.each([true, false])(
    'after Back the field holds the receipt that the page speaks of (JavaScript: %s)',
    async (javaScript) => {
      const page = await site.visit(language, { javaScript })
      const field = page.getByLabel(texts.receipt)
      await page.goto('/support/request/status')
      for (const receipt of ['mistyped', 'another']) {
        await field.fill(receipt)
        await field.press('Enter')
        await page.waitForURL(`**/status?receipt=${receipt}`)
      }
      await page.goBack()
      await page.waitForURL('**/status?receipt=mistyped')
      await page.getByText(RECEIPT[language]['none']).waitFor()
      expect(await field.inputValue()).toBe('mistyped')
    },
  )
})
