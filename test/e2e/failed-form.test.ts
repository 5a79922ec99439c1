import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { ShownInquiry } from '../../functions/commands/inquiries/reading'
import { breakableSite, type Fault } from '../support/broken-binding'
import { type Operator, signIn as signInByCall } from '../support/operator'
import { SALES, sendInquiry } from '../support/visitor-calls'
import { axeFindings } from './support/axe'
import { signIn } from './support/operator'
import { pageFaults } from './support/page-faults'
import { useSite } from './support/site'

/* What an operator sees and does where a store fails, in a browser. */

const served = breakableSite()
let operator: Operator
beforeAll(async () => {
  operator = await signInByCall(served.site)
})
const site = useSite({ origin: () => served.site.url.origin })

async function visitorSends(): Promise<string> {
  const answer = await sendInquiry(served.site, SALES)
  const { receipt } = ((await answer.json()) as { data: { receipt: string } }).data
  await expect.poll(async () => (await operator.call('GET', `/api/admin/inquiries/${receipt}`)).status).toBe(200)
  return receipt
}
/** From now on the requests of a page find a store broken, until the answer is called. */
async function breaks(page: Page, fault: Fault): Promise<() => Promise<void>> {
  await page.route('**/*', (route) => route.continue({ headers: { ...route.request().headers(), 'x-broken': fault } }))
  return () => page.unroute('**/*')
}

const WORDS = { ko: { send: '다시 보내기', add: '메모 추가' }, en: { send: 'Send again', add: 'Add note' } } as const

test.each([
  ['ko', 360, true],
  ['en', 1280, false],
] as const)('a note that a store did not take is sent again from the failed page, in %s at %i px', async (...of) => {
  const [language, width, javaScript] = of
  const path = `/admin/inquiries/${await visitorSends()}`
  const page = await signIn(site, language, { width, javaScript, expected: /500/ })
  await page.goto(path)
  const text = `첫 줄\n${'https://a.example/'.repeat(9)}`
  await page.locator('#note').fill(text)
  const mend = await breaks(page, 'DB=fail')
  await page.getByRole('button', { name: WORDS[language].add, exact: true }).click()
  const kept = page.locator('main textarea')
  await kept.waitFor()
  expect(await kept.inputValue()).toBe(text)
  // Both are scripts in the page.
  if (javaScript) {
    const faults = (await pageFaults(page, language)).filter((fault) => !/^(?:Hangul|English):/.test(fault))
    expect([faults, await axeFindings(page)]).toEqual([[], []])
  }
  await mend()
  await page.getByRole('button', { name: WORDS[language].send, exact: true }).click()
  await page.waitForURL((url) => url.pathname === path)
  const { thread } = await operator.ask<ShownInquiry>('GET', `/api${path}`)
  expect(thread.filter(({ kind }) => kind === 'note').map((note) => note.text)).toEqual([text])
})
