import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOARD_GROUPS } from '../../functions/contract/board.ts'
import type { Receipt } from '../../functions/contract/inquiry-body.ts'
import { LOCALES, type Locale } from '../../functions/contract/languages.ts'
import { monthsAfter } from '../../functions/contract/retention.ts'
import { loadFirstContent } from '../../functions/cli/first-content.ts'
import { readInquiryRow } from '../../functions/database/inquiry-row.ts'
import { listedInquiry } from '../support/inquiry-row.ts'
import { ADMIN_TOKEN, signIn } from '../support/operator.ts'
import { FORM_HOST, postForm, SALES_FORM } from '../support/posted-form.ts'
import { pdf } from '../support/sample-files.ts'
import { type Site, startSite } from '../support/site.ts'
import { SALES, sendInquiry, upload } from '../support/visitor-calls.ts'

const HOST = 'partner-b.example'
const SIX: Record<Locale, string> = { ko: '6개월', en: '6 months' }
const ONE: Record<Locale, RegExp> = { ko: /(?<!\d)1개월|한 달|일개월/, en: /\b(?:one|a|1) month\b/i }
/** In a text of a page, without its scripts and styles. */
const words = (html: string) => html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ')

let site: Site
beforeAll(async () => {
  site = await startSite({ vars: { ADMIN_TOKEN } })
  await loadFirstContent(site.env.DB, new Date())
})
afterAll(() => site.close())

const page = async (path: string, locale: Locale, host = HOST) => {
  const answer = await site.fetch(`http://${host}${path}${path.includes('?') ? '&' : '?'}lng=${locale}`)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}
const rowOf = (receipt: string) => readInquiryRow(site.env.DB, receipt)
async function send(extra: object, host = HOST): Promise<string> {
  const answer = await sendInquiry(site, { ...SALES, content: crypto.randomUUID(), ...extra }, { host })
  expect(answer.status).toBe(200)
  const { receipt } = ((await answer.json()) as { data: Receipt }).data
  await expect.poll(async () => (await rowOf(receipt))?.state).toBe('new')
  return receipt
}

describe.each(LOCALES)('what visitors of a brand with a period of its own read, in %s', (locale) => {
  const questions = async (host: string) => {
    const [label] = host.split('.')
    const { results } = await site.env.DB.prepare(
      'SELECT board_uuid, contents, contents_en FROM board_item WHERE group_uuid = ? AND (white_label IS NULL OR white_label = ?)',
    )
      .bind(BOARD_GROUPS.faq, label === 'www' ? 'default' : label)
      .all<{ board_uuid: string; contents: string; contents_en: string }>()
    return results
  }

  test.each([
    '/privacy-policy',
    '/privacy-policy/current',
    '/privacy-policy/20250701',
    '/',
    '/support/request',
    '/support/affiliate',
  ])('%s names it, and never another one', async (path) => {
    const text = words(await page(path, locale))
    if (path !== '/privacy-policy') expect(text).toContain(SIX[locale])
    expect(text).not.toMatch(ONE[locale])
  })

  test('each of its questions names it, and never another one', async () => {
    const texts: string[] = []
    for (const { board_uuid } of await questions(HOST))
      texts.push(words(await page(`/support/faq/${board_uuid}`, locale)))
    expect(texts.length).toBeGreaterThanOrEqual(20)
    expect(texts.filter((text) => text.includes(SIX[locale]))).toHaveLength(2)
    expect(texts.filter((text) => ONE[locale].test(text))).toEqual([])
  })

  test.each(['www.example', 'partner-a.example'])('another brand says what it always did: %s', async (host) => {
    for (const path of ['/privacy-policy/current', '/support/request', '/support/affiliate']) {
      const text = words(await page(path, locale, host))
      expect(text).toMatch(ONE[locale])
      expect(text).not.toContain(SIX[locale])
    }
    const texts = (await questions(host)).map(({ contents, contents_en }) => (locale === 'ko' ? contents : contents_en))
    expect(texts.filter((text) => ONE[locale].test(text))).toHaveLength(2)
    expect(texts.filter((text) => text.includes(SIX[locale]))).toEqual([])
  })
})

test('an inquiry is kept for the months that its own form named, and the clock goes by them', async () => {
  const receipts = {
    now: await send({ processed_months: 6 }),
    openBefore: await send({ processed_months: 1 }),
    tooLong: await send({ processed_months: 60 }),
    ofOlderPage: await send({ privacy_version: '20250701' }),
    otherBrand: await send({ processed_months: 6 }, 'www.example'),
  }
  const operator = await signIn(site)
  const ends: Record<string, string> = {}
  for (const [name, receipt] of Object.entries(receipts)) {
    const months = name === 'now' || name === 'tooLong' ? 6 : 1
    for (const [locale, kept] of [
      ['ko', `${months}개월`],
      ['en', months === 1 ? '1 month' : `${months} months`],
    ] as const)
      expect(words(await operator.page(`/admin/inquiries/${receipt}`, locale))).toContain(kept)
    await operator.post(`/admin/inquiries/${receipt}`, { action: 'mark-processed' })
    await expect.poll(async () => (await rowOf(receipt))?.state).toBe('processed')
    const row = await rowOf(receipt)
    ends[name] = row?.destroy_at ?? ''
    expect([name, row?.processed_months]).toEqual([name, months])
    expect([name, ends[name]]).toEqual([name, monthsAfter(new Date(row?.processed_at ?? ''), months).toISOString()])
  }
  for (const locale of LOCALES) {
    const day = new Intl.DateTimeFormat(locale === 'ko' ? 'ko-KR' : 'en-US', {
      dateStyle: 'long',
      timeZone: 'Asia/Seoul',
    })
    const status = words(await page(`/support/request/status?receipt=${receipts.now}`, locale))
    expect(status).toContain(day.format(new Date(ends.now ?? '')))
  }
  const states = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(receipts).map(async ([name, receipt]) => [name, (await rowOf(receipt))?.state] as const),
      ),
    )
  await site.scheduled(new Date(Date.parse(ends.otherBrand ?? '') + 1000))
  const afterMonth = { now: 'processed', openBefore: 'destroyed', tooLong: 'processed', ofOlderPage: 'destroyed' }
  expect(await states()).toEqual({ ...afterMonth, otherBrand: 'destroyed' })
  await site.scheduled(new Date(Date.parse(ends.now ?? '') - 1000))
  expect(await states()).toMatchObject({ now: 'processed' })
  await site.scheduled(new Date(Date.parse(ends.tooLong ?? '') + 1000))
  expect(Object.values(await states())).toEqual(Array(5).fill('destroyed'))
})

test('the links to its files open for six months, those of another brand for one', async () => {
  for (const [host, days] of [
    [HOST, 6 * 31],
    ['www.example', 31],
  ] as const) {
    const { data } = (await (await upload(site, [pdf('a.pdf', 500)], { host })).json()) as { data: string }
    const row = await listedInquiry(site.env.DB, await send({ file_ref_id: data, processed_months: 6 }, host))
    const key = decodeURIComponent(/file\/read\/([^/]+)\/download/.exec(row?.contents ?? '')?.[1] ?? '')
    const left = Number.parseInt(key.split('.').at(-2) ?? '', 36) * 1000 - Date.now()
    expect(Math.round(left / 86_400_000)).toBe(days)
  }
})

describe('a form without scripts of a page that showed another period', () => {
  const form = (fields: Record<string, string>) =>
    postForm(site, `http://${HOST}/support/request`, { ...SALES_FORM, ...fields })

  test('comes back with the box of the consent empty where it cannot be accepted', async () => {
    const isTicked = async (processed_months: string) => {
      const html = await (await form({ processed_months, subject: '' })).text()
      expect(html).toMatch(/name="processed_months" value="6"/)
      return /name="privacy_consent"[^>]* checked/.test(html)
    }
    expect([await isTicked('6'), await isTicked('1')]).toEqual([true, false])
  })

  test('is kept for that period', async () => {
    const months = async (fields: Record<string, string>) => {
      const location = (await form({ ...fields, content: crypto.randomUUID() })).headers.get('location') ?? ''
      const receipt = new URL(location, FORM_HOST).searchParams.get('receipt') ?? ''
      await expect.poll(() => rowOf(receipt)).toBeTruthy()
      return (await rowOf(receipt))?.processed_months
    }
    expect([
      await months({ processed_months: '6' }),
      await months({ processed_months: '1' }),
      await months({ processed_months: 'many' }),
      await months({}),
    ]).toEqual([6, 1, 1, 1])
  })
})
