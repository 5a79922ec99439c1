import { glob, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageBrand } from '../../../app/request/page-brand.ts'
import { brands, defaultBrand } from '../../../functions/brand/hosts.ts'
import { BOARD_GROUPS } from '../../../functions/contract/board.ts'
import { foreignTo } from '../../support/isolation/marks.ts'
import { asker, hostOf, isolationLine, runIsolation, withoutOperator } from '../../support/isolation/run.ts'
import { remoteSite } from '../../support/shared-sites.ts'

const served = remoteSite()
let visitor: ReturnType<typeof asker>
beforeAll(() => {
  visitor = asker(served.site.url)
})
afterAll(() => visitor.end())

/* Half of what test/long/isolation.test.ts asks. */
test('no byte of a brand is on another’s pages, whatever a request says of hosts', async () => {
  const found = await runIsolation({ site: served.site, entries: 2, isWhole: false })
  console.log(isolationLine(found))
  expect(new Set(found.routes).size, 'every brand has the same routes').toBe(1)
  expect(found.wrong).toEqual([])
  expect(found.leaks).toEqual([])
  expect(found.asked).toBeGreaterThan(1500)
}, 180_000)

test('the check finds a leak', async () => {
  for (const brand of brands) {
    const { all } = await visitor.ask('/', { host: hostOf(brand), 'accept-language': 'ko' })
    for (const other of brands) {
      const found = foreignTo(other, brands)(all)
      if (other === brand) expect(found).toEqual([])
      else
        expect(found).toEqual(
          expect.arrayContaining([
            brand.id,
            hostOf(brand),
            brand.company.name.ko,
            brand.company.phone,
            brand.symbol,
            pageBrand(brand, 'ko').colours.primary,
          ]),
        )
    }
  }
})

test('a board’s entry is found under its own brand alone', async () => {
  for (const brand of brands) {
    for (const other of brands) {
      const uuid = `${other.whiteLabel}-notice-1`
      const page = await served.site.fetch(`http://${hostOf(brand)}/support/notice/${uuid}`)
      const html = (await page.text()).replaceAll(uuid, '')
      expect([brand.id, other.id, page.status]).toEqual([brand.id, other.id, brand === other ? 200 : 404])
      expect(foreignTo(brand, brands)(html)).toEqual([])
      const call = await served.site.call(
        'board/selectList',
        { group_uuid: BOARD_GROUPS.notice, sub_category_id: [], search_text: '', search_date: [] },
        hostOf(brand),
      )
      expect(foreignTo(brand, brands)(await call.text())).toEqual([])
    }
  }
})

test('scripts and styles that all brands share name no brand', async () => {
  // A brand without marks of its own: every mark that is found belongs to a real brand.
  const nobody = {
    ...defaultBrand,
    id: '-',
    whiteLabel: '-',
    hosts: [],
    origin: 'https://nobody.invalid',
    name: { ko: '-', en: '-' },
    wordmark: '-',
    symbol: '-',
    portal: { url: '-' },
    company: {
      name: { ko: '-', en: '-' },
      representative: { ko: '-', en: '-' },
      address: { ko: '-', en: '-' },
      phone: '-',
      email: '-',
      registrationNumber: '-',
    },
  }
  const foreign = foreignTo(nobody, [nobody, ...brands])
  const found: string[] = []
  let files = 0
  for await (const file of glob('dist/client/**/*.{js,css,json,txt,html}')) {
    files++
    // The recipient type of every sales inquiry (docs/specification.md#7) is also the default brand's id.
    const text = (await readFile(file, 'utf8')).replaceAll(/(["'`])vcp-x\1/g, '')
    const isPrivacyPolicy = /\/\d{8}\.(?:ko|en)-[^/]*$/.test(file)
    const marks = foreign(isPrivacyPolicy ? withoutOperator(text) : text)
    if (marks.length > 0) found.push(`${file}: ${marks.join(', ')}`)
  }
  expect(files).toBeGreaterThan(5)
  expect(found).toEqual([])
})
