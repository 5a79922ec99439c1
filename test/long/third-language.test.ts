import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { FORMS } from '../e2e/support/axe-states'
import type { Language } from '../e2e/support/browser'
import { pageFaults } from '../e2e/support/page-faults'
import { everyRoute } from '../e2e/support/routes'
import { useSite } from '../e2e/support/site'
import { freePort } from '../support/free-port.ts'
import { accented, PSEUDO, PSEUDO_FIELD, pseudoSources } from '../support/pseudo-language.ts'
import { sendInquiry, SALES } from '../support/visitor-calls.ts'

/*
 * A language more is its catalogues, its documents and a row (decision 054). A made-up one is added to a copy of the sources, which is built
 * and served as `npm start` does it. No page, mail or file of it shows a text of another language, and none is wider than a phone.
 */
let folder: string
let changed: string[]
let server: ChildProcess
let origin: string
let token: string

beforeAll(async () => {
  ;({ folder, changed } = await pseudoSources())
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  const { VITEST: _VITEST, NODE_ENV: _NODE_ENV, ...env } = process.env
  let printed = ''
  server = spawn(process.execPath, [join(folder, 'functions/cli/command.js'), 'start'], {
    cwd: folder,
    env: { ...env, PORT: String(port), STATE_DIR: join(folder, 'state') },
  })
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (text: Buffer) => (printed += text.toString()))
  await vi.waitFor(() => expect(printed).toContain('Mail: '), { timeout: 230_000, interval: 200 })
  token = /\/admin\?token=(\S+)/.exec(printed)?.[1] ?? ''
})
afterAll(async () => {
  const ended = new Promise((done) => server.once('exit', done))
  server.kill('SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true })
})

/** Names, units and given words that no language changes; months and names of languages come from the platform's data, which has no made-up language. */
const NAMES =
  /^(?:Korean|English|Pseudo|Accents|EUR|Cloudflare|Turnstile|Jan(?:uary)?|Feb(?:ruary)?|March|April|June|July|Aug(?:ust)?|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|hours?|minutes?|months?|days?|Article)$/

/** Addresses, and names of files, cookies and parts of the machine. */
const ADDRESSES = /\S+[@/]\S+|\S+\.(?:example|pdf|xlsx|docx)\b|\b(?:theme|timestamp|i18next)\b/g
/** Korean words that English texts of the first content quote. */
const QUOTED = new Set(
  globSync('functions/database/first-content/*/*.en.md').flatMap(
    (file) => readFileSync(file, 'utf8').match(/\p{Script=Hangul}+/gu) ?? [],
  ),
)
const HANGUL = /\p{Script=Hangul}/u

/** The words of a text that have no accent although they could. */
const plainWords = (text: string): string[] =>
  (text.replace(ADDRESSES, ' ').match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) =>
    HANGUL.test(word) ? !QUOTED.has(word) : /^[A-Za-z]{4,}$/.test(word) && /[aeiou]/.test(word) && !NAMES.test(word),
  )

/** Texts of a page, with what only screen readers and search engines get. Names of languages are each in their own. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate((language) => {
    const texts = [document.title, document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '']
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (
        !element ||
        element.closest('script, style, code, textarea, [data-names], option[lang], button[lang], a[hreflang]')
      )
        continue
      const marked = element.closest('[lang]')
      const own = marked?.getAttribute('lang')
      // Operators see some texts in each language, this one among them.
      if (own !== language && marked?.closest('summary, dl')?.querySelector(`[lang=${language}]`)) continue
      texts.push(own === language ? (node.textContent ?? '') : `${own ?? 'no language'}: ${node.textContent}`)
    }
    for (const element of document.querySelectorAll('body *'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'data-left'])
        if (!element.closest('[lang]:not(html)')) texts.push(element.getAttribute(name) ?? '')
    return texts.map((text) => text.trim()).filter((text) => text !== '')
  }, PSEUDO)

const site = useSite({ origin: () => origin, expected: /status of (?:403|404|409|422|503)|^(?:403|404|409|422|503) / })
/** A visitor with a phone who reads the new language. */
async function phone(): Promise<Page> {
  const page = await site.visit('en', { width: 360, height: 740 })
  await page.context().addCookies([{ name: 'i18next', value: PSEUDO, url: origin }])
  return page
}
async function faultsOf(page: Page, what: string, given: readonly string[] = []): Promise<string[]> {
  const plain = (await textsOf(page)).flatMap((text) =>
    plainWords(text).some((word) => !given.includes(word)) ? [`not translated: ${text.slice(0, 80)}`] : [],
  )
  const language = await page.locator('html').getAttribute('lang')
  return [
    ...(language === PSEUDO ? [] : [`its language is ${language}`]),
    ...(await pageFaults(page, PSEUDO as Language)),
    ...new Set(plain),
  ].map((fault) => `${what}: ${fault}`)
}

test('it takes the files of the product that docs/CONTRIBUTING.md names, and the compiler asks for no other', async () => {
  expect(changed.toSorted()).toEqual([
    'app/i18n/en/board.json',
    'app/i18n/ko/board.json',
    'functions/brand/registry.ts',
    'functions/contract/form-fields.ts',
    'functions/contract/languages.ts',
    'functions/database/first-content/sub-categories.json',
    'functions/database/migrations/9999_pseudo_language.sql',
    'functions/mail/answer-message.ts',
    'functions/mail/left-out-message.ts',
    'functions/mail/messages.ts',
    'functions/mail/sender.ts',
    'functions/webhooks/payload.ts',
  ])
  const settings = JSON.parse(await readFile(join(folder, 'tsconfig.json'), 'utf8')) as object
  // Tests are no files of the product. The build has written the table of the routes.
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, include: ['app', 'functions'] }))
  const compiled = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'], { cwd: folder })
  expect(String(compiled.stdout)).toBe('')
})

describe('on a phone nothing falls back and nothing overflows', () => {
  test('on any route', async () => {
    const page = await phone()
    const faults: string[] = []
    const routes = await everyRoute(origin)
    expect(routes.length).toBeGreaterThan(25)
    for (const path of routes) {
      await page.goto(path)
      faults.push(...(await faultsOf(page, path)))
    }
    expect(faults).toEqual([])
  })

  test('on every entry', async () => {
    const page = await phone()
    const xml = await (await fetch(`${origin}/sitemap.xml`)).text()
    const paths = new Set([...xml.matchAll(/\/support\/(?:notice|faq)\/[\w-]+/g)].map(([path]) => path))
    expect(paths.size).toBeGreaterThan(40)
    const faults: string[] = []
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      faults.push(...(await faultsOf(page, path)))
    }
    expect(faults).toEqual([])
  })

  test.each(FORMS)('on %s that came back refused', async (path) => {
    const page = await phone()
    await page.goto(path)
    await Promise.all([
      page.waitForEvent('load'),
      page.evaluate(() => document.querySelector<HTMLFormElement>('main form[enctype]')?.submit()),
    ])
    expect(await faultsOf(page, `${path} refused`)).toEqual([])
  })

  test('in the admin, and its editor writes the language', async () => {
    const page = await phone()
    await page.goto(`/admin?token=${token}`)
    const faults: string[] = []
    // The checks of /readyz have no other names, and a language is named in its own.
    const given = ['settings', 'pause', 'upstream', '한국어']
    const look = async (what: string) => faults.push(...(await faultsOf(page, what, given)))
    for (const section of ['', '/inquiries', '/notices', '/faq', '/categories', '/downloads', '/maintenance', '/log']) {
      await page.goto(`/admin${section}`)
      await look(`/admin${section}`)
    }
    await page.goto('/admin/notices')
    await page.locator('main form[method=post] button').first().click()
    await page.locator(`[name=subject${PSEUDO_FIELD}]`).fill(accented('A new notice'))
    await page.locator(`[contenteditable][lang=${PSEUDO}]`).fill(accented('Its text.'))
    await look('editor')
    await page.locator('button[value=publish]').click()
    await look('editor with what is missing')
    await page.locator('button[value=publish]').click()
    await page.goto('/support/notice')
    expect(await page.locator('main').textContent()).toContain(accented('A new notice'))
    // An announcement without a reason in the language is refused, one with it is shown.
    await page.goto('/admin/maintenance')
    await page.locator('[name=start]').fill('2099-01-01T00:00')
    await page.locator('[name=hours]').fill('2')
    for (const language of ['ko', 'en', PSEUDO])
      await page.locator(`[name=reason_${language}]`).fill(accented('Repair'))
    await page.locator('button[value=check]').click()
    await look('maintenance, looked at before it is announced')
    await page.locator('button[value=on]').click()
    await look('maintenance')
    expect(await page.locator('main').textContent()).toContain(accented('Repair'))
    await page.locator('button[value=off]').click()
    expect(faults).toEqual([])
  })
})

describe('the files of search engines and readers', () => {
  const read = async (path: string) =>
    (await fetch(`${origin}${path}`, { headers: { cookie: `i18next=${PSEUDO}` } })).text()

  test('the sitemap and the heads name the language', async () => {
    expect(await read('/sitemap.xml')).toContain(`hreflang="${PSEUDO}"`)
    const home = await read('/')
    expect(home).toMatch(new RegExp(`hrefLang="${PSEUDO}"`, 'i'))
    expect(home).toContain(`/sharing/vcp-x-card-${PSEUDO}`)
  })

  test('the feed and the manifest are in it', async () => {
    const feed = await read('/support/notice/feed.xml')
    expect(feed).toContain(`xml:lang="${PSEUDO}"`)
    const titles = [...feed.matchAll(/<(?:title|subtitle|summary|name)>([^<]*)</g)].map(([, text = '']) => text)
    expect(titles.length).toBeGreaterThan(50)
    expect(titles.filter((text) => plainWords(text).length > 0)).toEqual([])
    const { name, description } = JSON.parse(await read(`/manifest.webmanifest?lng=${PSEUDO}`)) as Record<
      string,
      string
    >
    expect(plainWords(`${name} ${description}`)).toEqual([])
  })
})

test('a mail has it first, then the others', async () => {
  const asSite = {
    fetch: (address: string, init?: RequestInit) => fetch(new URL(new URL(address).pathname, origin), init),
  }
  const answer = await sendInquiry(asSite as never, SALES)
  const { data } = (await answer.json()) as { data: { receipt: string } }
  const caught = () =>
    globSync(join(folder, 'dist/server/.wrangler/tmp/email/*/email-text/*'))
      .map((file) => readFileSync(file, 'utf8'))
      .filter((text) => text.includes(data.receipt))
  await expect.poll(caught, { timeout: 60_000 }).toHaveLength(2)
  for (const mail of caught()) {
    const [first = '', second = ''] = mail.slice(mail.search(/\S/)).split('\n')
    expect(plainWords(first)).toEqual([])
    expect(first).toBe(accented(second))
  }
})
