import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadFirstContent } from '../../../functions/cli/first-content.ts'
import { startSite } from '../../support/site.ts'
import { BRANDS, brandOrigin, LANGUAGES, openBrowser, visit } from './browser.ts'
import { pageFaults } from './page-faults.ts'
import { everyRoute } from './routes.ts'

/*
 * `npm run pictures`: a picture of every route in both languages, three brands and three widths, in
 * test/e2e/support/pictures, and what the eye would find. Needs a build. Narrow it with --route (its beginning), --brand, --locale, --width.
 */
// No look-up at start-up: there may be no internet.
process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false'

const FOLDER = join(import.meta.dirname, 'pictures')
const { values: only } = parseArgs({
  options: {
    route: { type: 'string' },
    brand: { type: 'string' },
    locale: { type: 'string' },
    width: { type: 'string' },
  },
})
const chosen = <T>(all: readonly T[], name: string | undefined) =>
  all.filter((one) => name === undefined || String(one) === name)

const site = await startSite()
await loadFirstContent(site.env.DB, new Date())
const browser = await openBrowser()

const isChosen = (path: string) =>
  only.route === undefined || (only.route === '/' ? path === '/' : path.startsWith(only.route))

let pictures = 0
let faults = 0
for (const language of chosen(LANGUAGES, only.locale)) {
  for (const brand of chosen(BRANDS, only.brand)) {
    const routes = (await everyRoute(site.url.origin, brand)).filter(isChosen)
    for (const width of chosen([360, 768, 1280], only.width)) {
      const { page, complaints, close } = await visit(browser, site.url.origin, {
        language,
        brand,
        width,
        expected: /no-such-page|status of 404/,
      })
      const folder = join(FOLDER, brand, language, String(width))
      await mkdir(folder, { recursive: true })
      await page.context().addCookies([{ name: 'theme', value: 'dark', url: brandOrigin(site.url.origin, brand) }])
      for (const route of routes) {
        await page.goto(route, { waitUntil: 'load' })
        const found = [...(await pageFaults(page, language)), ...complaints.splice(0)]
        for (const fault of found) console.log(`${route} ${brand} ${language} ${width}: ${fault}`)
        faults += found.length
        await page.screenshot({
          path: join(folder, `${route.slice(1).replace(/[^\w-]+/g, '_') || 'home'}.png`),
          fullPage: true,
        })
        pictures++
      }
      await close()
    }
  }
}
await browser.close()
await site.close()
console.log(`${pictures} pictures in ${FOLDER}, ${faults} findings`)
process.exit(faults > 0 || pictures === 0 ? 1 : 0)
