import { describe, expect, it } from 'vitest'
import { siteWithUpstream } from '../support/site-with-upstream'
import { LANGUAGES } from './support/browser'
import { hydrate, restingPosition, scrollAbout } from './support/arrival'
import { ADDRESS, COMPLETE, fill, fillByHand, openForm, submit, TEXTS } from './support/form'
import { FAILED_REQUESTS, useSite } from './support/site'

const served = siteWithUpstream()
const site = useSite({ origin: () => served.site.url.origin, expected: FAILED_REQUESTS })

/** The fields of spec 7, as the upstream gets them; `title` and `contents` are the edge's own. */
const SHARED = {
  title: expect.any(String),
  contents: expect.any(String),
  inquiry_mail: 'kim@gaon.example',
  file_ref_id: null,
  file_ref_id_homepage: null,
  phone_number_homepage: '+82-010-1234-5678',
  company_name: 'Gaon',
  user_name: 'Kim',
}
const BODY = {
  sales: {
    ...SHARED,
    recipient_type: 'vcp-x',
    inquiry_type: 'quote',
    subject: 'A question',
    content: 'What does it cost?',
    is_home_unite: false,
    is_home_inquiry: true,
  },
  partnership: {
    ...SHARED,
    recipient_type: 'partner',
    inquiry_type: 'service',
    subject: 'A proposal',
    content: 'Let us work together.',
    is_home_unite: true,
    is_home_inquiry: false,
  },
}

describe.each(LANGUAGES)('in %s', (language) => {
  const texts = TEXTS[language]

  it.each(['sales', 'partnership'] as const)(
    'a visitor sends the %s form, the upstream gets it, and the page confirms it',
    async (kind) => {
      const page = await site.visit(language)
      await openForm(page, kind, language)
      await scrollAbout(page)
      await fillByHand(page, kind)
      await submit(page, language)
      await page.waitForURL(new RegExp(`${ADDRESS[kind]}/complete\\?receipt=`))
      await page.getByRole('heading', { level: 1, name: COMPLETE[language][kind] }).waitFor()
      await page.getByText(texts[`complete-${kind}-text`]).waitFor()
      await page.getByText(new URL(page.url()).searchParams.get('receipt') ?? 'no receipt').waitFor()
      await page.getByText(texts['state-delivered']).waitFor()
      expect(served.upstream.callsOf('board/inquiry').map(({ body }) => body)).toEqual([BODY[kind]])
      await page.getByRole('link', { name: texts['go-to-main'] }).click()
      await page.waitForURL(`${site.origin}/`)
    },
  )
})

describe('in one language', () => {
  const language = 'en'
  const texts = TEXTS[language]

  it('an inquiry that waits says so, also when a look at it gets no answer, and the state follows by itself', async () => {
    served.upstream.faults.set('board/inquiry', { kind: 'status', status: 503 })
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    await submit(page, language)
    await page.waitForURL(/\/complete\?/)
    await page.getByText(texts['state-queued']).waitFor()
    await page.getByRole('link', { name: texts['state-again'] }).waitFor()
    await page.route('**/api/board/inquiry/*', (route) => route.abort(), { times: 1 })
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/board/inquiry/'))
    await hydrate(page)
    await failed
    await restingPosition(page)
    expect(await page.getByText(texts['state-queued']).isVisible()).toBe(true)
    served.upstream.faults.clear()
    await served.site.endPauses()
    await page.getByText(texts['state-delivered']).waitFor({ timeout: 60_000 })
  })

  it('what the partnership types mean is told by keyboard, and by touch without a script', async () => {
    const keyboard = await site.visit(language)
    await openForm(keyboard, 'partnership', language)
    const button = { name: texts['recipient-type-tip'] }
    await keyboard.getByRole('button', button).focus()
    await keyboard.keyboard.press('Enter')
    await keyboard.getByText(texts['recipient-type-tip-partner']).waitFor()
    const touch = await site.visit(language, { javaScript: false, context: { hasTouch: true } })
    await touch.goto(ADDRESS.partnership)
    await touch.getByRole('button', button).tap()
    await touch.getByText(texts['recipient-type-tip-customer']).waitFor()
  })
})

it('the first country follows the browser, whatever page another visitor has left in the cache', async () => {
  for (const [locale, value] of [
    ['ko-KR', '+82'],
    ['de-DE', '+49'],
    ['en-AU', '+61:AU'],
    ['ko-KR', '+82'],
  ] as const) {
    const page = await site.visit('en', { context: { locale } })
    await page.goto(ADDRESS.sales)
    expect(await page.locator('[name=country_code]').inputValue()).toBe(value)
  }
})
