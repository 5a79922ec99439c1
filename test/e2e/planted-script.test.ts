import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuildCopy, changedBuild } from '../support/changed-build.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { startSite, type Site } from '../support/site.ts'
import { hydrated } from './support/arrival.ts'
import { useSite } from './support/site.ts'

/* A site whose cleaning of the board's HTML has failed: only the page's policy is left between a planted script and the visitor. */
const PLANTED = [
  '<script>planted.push("inline")</script>',
  '<script type="module">planted.push("module")</script>',
  '<script type="text/page-data">planted.push("page data")</script>',
  '<svg onload="planted.push(\'handler\')"></svg>',
  '<script src="https://evil.example/x.js"></script>',
  '<a id="bait" href="javascript:planted.push(\'address\')">bait</a>',
]

let build: BuildCopy
let upstream: FakeUpstream
let served: Site
const site = useSite({ origin: () => served.url.origin, expected: /Content Security Policy|csp|evil\.example/i })

beforeAll(async () => {
  build = await changedBuild(/^sanitize-html-.*\.js$/, 'sanitizeBoardHtml', 'return arguments[0];')
  upstream = await startFakeUpstream()
  for (const entry of upstream.boards.get('default')?.entries ?? [])
    entry.contents = `<p>before</p>${PLANTED.join('')}<p>after</p>`
  served = await startSite({ upstream: upstream.origin, configPath: build.configPath })
})
afterAll(async () => {
  await served.close()
  await upstream.close()
  await build.remove()
})

test.each(['/support/notice/default-notice-2', '/support/faq/default-faq-1'])(
  'a script that was planted into %s does not run, and the page works',
  async (path) => {
    const page = await site.visit('en')
    await page.addInitScript(() => Object.assign(window, { planted: [] }))
    const refused: string[] = []
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
    const answer = await page.goto(path)
    expect(await answer?.text()).toContain(PLANTED[0])
    await page.locator('#bait').click()
    // The click has also loaded the app.
    await hydrated(page)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await page.waitForURL((url) => url.pathname === path.slice(0, path.lastIndexOf('/')))
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    expect(await page.evaluate(() => (window as unknown as { planted: string[] }).planted)).toEqual([])
    expect(refused.filter((text) => /script-src/i.test(text)).length).toBeGreaterThanOrEqual(4)
  },
)
