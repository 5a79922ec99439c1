import { expect, test } from 'vitest'
import { hydrated } from './support/arrival'
import { useSite } from './support/site'

const site = useSite()

test('the page behind a link that the pointer rests on is there before the click, and nothing else is fetched ahead', async () => {
  const page = await site.visit('ko')
  // Without its scripts the app stays deferred; hydrated, it would prefetch by itself.
  await page.route('**/assets/*.js', () => {})
  const candidates = new Set<string>()
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
    for (const { key } of preloadingAttemptSources) candidates.add(new URL(key.url).pathname)
  })
  const fetched = new Promise<string>((done) => {
    devtools.on(
      'Preload.prefetchStatusUpdated',
      ({ prefetchUrl, status }) => status === 'Ready' && done(new URL(prefetchUrl).pathname),
    )
  })
  await devtools.send('Preload.enable')
  await page.goto('/support/notice')
  const added = [
    '/api/file/read/key/download',
    '/sharing/card.png',
    '/support/notice/feed.xml?lng=ko',
    'https://elsewhere.example/page',
    '/in-a-window',
    '/a-page',
  ]
  await page.evaluate((links) => {
    for (const href of links) {
      const link = Object.assign(document.createElement('a'), { href, textContent: 'link' })
      if (href === '/in-a-window') link.target = '_blank'
      document.querySelector('main')?.insertAdjacentElement('beforeend', link)
    }
  }, added)
  const link = page.locator('main nav a[href="/support/faq"]')
  await expect.poll(() => [...candidates]).toContain('/a-page')
  expect(added.filter((href) => candidates.has(new URL(href, page.url()).pathname))).toEqual(['/a-page'])
  await link.hover()
  expect(await fetched).toBe('/support/faq')
  await link.click()
  await page.waitForURL('**/support/faq')
  expect(
    await page.evaluate(() =>
      performance
        .getEntriesByType('navigation')
        .map((entry) => (entry as PerformanceNavigationTiming & { deliveryType: string }).deliveryType),
    ),
  ).toEqual(['navigational-prefetch'])
})

test('the first move of the mouse brings the app, though the pointer has entered what it is over before the page listened', async () => {
  const page = await site.visit('ko')
  // As on a machine that draws the page before it has read it whole: nothing says again that the pointer is over the same element.
  await page.addInitScript(() => addEventListener('mouseover', (event) => event.stopImmediatePropagation(), true))
  await page.goto('/support/notice')
  await page.mouse.move(5, 5)
  await hydrated(page)
})
