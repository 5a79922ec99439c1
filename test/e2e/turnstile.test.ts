import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeTurnstile, startFakeTurnstile } from '../support/fake-turnstile'
import { startSite, type Site } from '../support/site'
import { axeFindings } from './support/axe'
import type { Language } from './support/browser'
import { fill, fillByHand, openForm, pdf, submit, TEXTS } from './support/form'
import { useSite } from './support/site'

const COMPLETE = '**/support/request/complete?*'

/** Replaces Cloudflare's script: a frame of the size of the widget, and a token a moment later. */
const WIDGET = `
let turn = 0
window.turnstile = {
  render(place, options) {
    window.widget = options
    const frame = place.appendChild(document.createElement('iframe'))
    frame.src = 'https://challenges.cloudflare.com/frame'
    frame.title = 'Turnstile'
    frame.width = 300
    frame.height = 65
    frame.frameBorder = '0'
    this.reset()
    return 'one'
  },
  reset() { setTimeout(() => window.widget.callback(window.tokens[turn++])) },
  remove() {},
}`

describe('a form of a brand with Turnstile', () => {
  let turnstile: FakeTurnstile
  let served: Site
  let run = 0

  beforeAll(async () => {
    turnstile = await startFakeTurnstile()
    served = await startSite({
      vars: {
        TURNSTILE_SITE_KEYS: 'vcp-x=1x00000000000000000000AA',
        TURNSTILE_SECRETS: '1x00000000000000000000AA=secret-1',
        TURNSTILE_VERIFY_URL: turnstile.address,
      },
    })
  })
  afterAll(async () => {
    await served.close()
    await turnstile.close()
  })
  const site = useSite({ origin: () => served.url.origin })

  /** A visitor whose browser gets the fake script, which gives these tokens in turn. */
  async function open(
    language: Language,
    { tokens = [`good-${run++}`], ...options }: { tokens?: string[]; javaScript?: boolean; expected?: RegExp } = {},
  ): Promise<Page> {
    const page = await site.visit(language, {
      context: { extraHTTPHeaders: { 'cf-connecting-ip': `10.5.0.${run++}` } },
      ...options,
    })
    await page.addInitScript((list) => Object.assign(window, { tokens: list }), tokens)
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      route.request().url().includes('/api.js')
        ? route.fulfill({ contentType: 'text/javascript', body: WIDGET })
        : route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>Turnstile</title>' }),
    )
    return page
  }
  const scripts = (page: Page) => page.locator('script[src*="challenges.cloudflare.com"]').count()

  it('loads the widget when it is first used, moves nothing, and sends the token', async () => {
    const language = 'ko'
    const page = await open(language, { tokens: ['good-sent'] })
    await openForm(page, 'sales', language)
    expect(await scripts(page)).toBe(0)
    const button = page.getByRole('button', { name: TEXTS[language].submit, exact: true })
    const before = await button.boundingBox()
    await page.locator('[name=user_name]').focus()
    await page.frameLocator('iframe[title=Turnstile]').locator('html').waitFor({ state: 'attached' })
    expect(await button.boundingBox()).toEqual(before)
    expect(await page.evaluate(() => (window as unknown as { widget: object }).widget)).toMatchObject({
      sitekey: '1x00000000000000000000AA',
      language,
    })
    expect(await axeFindings(page, ['frame-tested'])).toEqual([])
    await fill(page, 'sales')
    await submit(page, language)
    await page.waitForURL(COMPLETE)
    expect(turnstile.questions.at(-1)).toMatchObject({ response: 'good-sent' })
    expect(await scripts(page)).toBe(0)
  })

  it('is sent whatever the verifier says of its token, and renews it for the next try', async () => {
    const page = await open('en', { tokens: ['bad', 'good-fresh'], expected: /ERR_FAILED/ })
    await page.route('**/api/board/inquiry', (route) => route.abort(), { times: 1 })
    await openForm(page, 'sales', 'en')
    await fill(page, 'sales')
    await page.locator('[name=files]').setInputFiles(pdf('a.pdf'))
    await submit(page, 'en')
    await page.getByRole('alert').filter({ hasText: TEXTS.en['network-alert'] }).waitFor()
    expect(await page.locator('[name=content]').inputValue()).toBe('What does it cost?')
    await page.getByText('a.pdf').first().waitFor()
    await submit(page, 'en')
    await page.waitForURL(COMPLETE)
    expect(turnstile.questions.at(-1)).toMatchObject({ response: 'good-fresh' })
    const next = await open('en', { tokens: ['bad'] })
    await openForm(next, 'sales', 'en')
    await fill(next, 'sales')
    await submit(next, 'en')
    await next.waitForURL(COMPLETE)
    expect(turnstile.questions.at(-1)).toMatchObject({ response: 'bad' })
  })

  it('is sent without a token where the widget cannot be loaded', async () => {
    const page = await open('en', { expected: /ERR_FAILED/ })
    await page.route('https://challenges.cloudflare.com/**', (route) => route.abort())
    await openForm(page, 'sales', 'en')
    await fill(page, 'sales')
    await submit(page, 'en')
    await page.waitForURL(COMPLETE)
  })

  it('is loaded whole when a visitor walks to it, so that its policy lets the widget in', async () => {
    const page = await open('en')
    await page.goto('/support/notice')
    await page.getByRole('link', { name: 'FAQ', exact: true }).first().click()
    await page.waitForURL('**/support/faq')
    await page.getByRole('link', { name: 'Partnership', exact: true }).first().click()
    await page.waitForURL('**/support/affiliate')
    // The document itself is the form's: fetched anew, or ahead while the pointer rested on the link.
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name).catch(() => ''))
      .toMatch(/\/support\/affiliate$/)
    await page.locator('[name=subject]').focus()
    await page.locator('iframe[title=Turnstile]').waitFor()
  })

  it('shows no empty place for the widget without scripts, and is sent as a plain form', async () => {
    const page = await open('en', { javaScript: false })
    await page.goto('/support/request')
    expect(await page.getByText(TEXTS.en['human-check-note']).isVisible()).toBe(false)
    await fillByHand(page, 'sales')
    await submit(page, 'en')
    await page.waitForURL(COMPLETE)
  })
})
