import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../functions/contract/inquiry-body.ts'
import { readInquiryRow } from '../../functions/database/inquiry-row.ts'
import { searchExpression } from '../../functions/database/inquiry-search-words.ts'
import { signIn } from '../support/operator.ts'
import { embeddedSite, remoteSite } from '../support/shared-sites.ts'
import type { Site } from '../support/site.ts'
import { SALES, sendInquiry } from '../support/visitor-calls.ts'

/* Where a word is that a visitor has typed: looked for in every table of D1 and in R2. */
const WORD = 'quittenmarmelade'
const TYPED = {
  ...SALES,
  subject: `Subject ${WORD}`,
  content: `First line\n${WORD}`,
  company_name: `${WORD} AG`,
  user_name: WORD,
  inquiry_mail: `${WORD}@company.example`,
}

const isData = (name: string) => !/^(?:_cf_|sqlite_|inquiry_search)/.test(name)
const holdsWord = (row: object) => JSON.stringify(row).toLowerCase().includes(WORD)

/** Rows with the word, as `store.table`, one for each row; a hit of a search index counts as its table. */
async function placesOf(site: Site): Promise<string[]> {
  const { DB, FILES } = site.env
  const places: string[] = []
  const tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
  for (const { name } of (await DB.prepare(tables).all<{ name: string }>()).results.filter((row) => isData(row.name))) {
    const { results } = await DB.prepare(`SELECT * FROM ${name}`).all()
    places.push(...results.filter(holdsWord).map(() => `d1.${name}`))
  }
  const found = await site.sql(
    'SELECT rowid FROM inquiry_search WHERE inquiry_search MATCH ?',
    String(searchExpression(WORD)),
  )
  places.push(...found.map(() => 'd1.inquiry_search'))
  for (const { key } of (await FILES.list()).objects)
    if (holdsWord({ key, text: await (await FILES.get(key))?.text() })) places.push(`r2.${key}`)
  return places
}

const send = async (site: Site) => ((await (await sendInquiry(site, TYPED)).json()) as { data: Receipt }).data
const stateOf = async (site: Site, receipt: string) => (await readInquiryRow(site.env.DB, receipt))?.state
const path = (receipt: string) => `/admin/inquiries/${receipt}`

describe('what a visitor typed', () => {
  const served = embeddedSite()

  test('is in one row of D1 and its search once the embedded upstream has it, and nowhere after its destruction', async () => {
    const { site } = served
    const operator = await signIn(site)
    const { receipt } = await send(site)
    await expect.poll(() => stateOf(site, receipt)).toBe('new')
    const here = ['d1.inquiry', 'd1.inquiry_search']
    expect(await placesOf(site)).toEqual(here)
    await operator.page(path(receipt))
    await operator.page('/admin/inquiries.csv')
    await operator.post(path(receipt), { action: 'mark-processed' })
    expect(await placesOf(site)).toEqual(here)
    await operator.post(path(receipt), { action: 'destroy' })
    expect(await stateOf(site, receipt)).toBe('destroyed')
    expect(await placesOf(site)).toEqual([])
  })
})

describe('what a visitor typed to a remote upstream', () => {
  const served = remoteSite()

  test('is nowhere where it was delivered at once', async () => {
    const { receipt, state } = await send(served.site)
    expect(state).toBe('delivered')
    await expect.poll(() => stateOf(served.site, receipt)).toBe('delivered')
    expect(await placesOf(served.site)).toEqual([])
  })

  test('is in one row of D1 while it waits, and nowhere after its delivery', async () => {
    served.upstream.faults.set('board/inquiry', { kind: 'status', status: 503 })
    const { receipt } = await send(served.site)
    await expect.poll(() => stateOf(served.site, receipt)).toBe('queued')
    expect(await placesOf(served.site)).toEqual(['d1.inquiry', 'd1.inquiry_search'])
    served.upstream.faults.clear()
    await served.site.endPauses()
    await expect.poll(() => stateOf(served.site, receipt), { timeout: 30_000 }).toBe('delivered')
    expect(await placesOf(served.site)).toEqual([])
  })

  test('is nowhere after it was destroyed while it waited', async () => {
    served.upstream.faults.set('board/inquiry', { kind: 'status', status: 503 })
    const { receipt } = await send(served.site)
    await expect.poll(() => stateOf(served.site, receipt)).toBe('queued')
    await (await signIn(served.site)).post(path(receipt), { action: 'destroy' })
    expect(await stateOf(served.site, receipt)).toBe('destroyed')
    expect(await placesOf(served.site)).toEqual([])
  })
})
