import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, test } from 'vitest'
import { Downloads } from '../../../../../app/features/downloads/downloads'
import { itemOf } from '../../../../../app/features/downloads/items'
import { windowOf, type DownloadsSearch } from '../../../../../app/features/downloads/shown-items'
import { i18nOf } from '../../../../../app/i18n/i18n'
import type { Locale } from '../../../../../app/i18n/locale'
import type { Download } from '../../../../../functions/contract/download'

/** Twenty documents in the operator's order: item-19 of 20 January to item-0 of 1 January. */
const TWENTY: Download[] = Array.from({ length: 20 }, (_, index) => ({
  id: `item-${index}`,
  category: '서식',
  category_en: 'Template',
  title: `양식 ${index}번`,
  title_en: `Form number ${index}`,
  registered_at: `2026-01-${String(index + 1).padStart(2, '0')}T00:00:00Z`,
  file: `/files/form-${index}.xlsx`,
})).reverse()

/** The page as the server renders it, which is the page without JavaScript. */
async function page(
  items: readonly Download[] | { failure: 'upstream-failed' },
  search: DownloadsSearch = {},
  locale: Locale = 'en',
) {
  const rootRoute = createRootRoute()
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: '/support/data',
    component: () => (
      <Downloads
        result={'failure' in items ? items : { items: items.map((each) => itemOf(each, locale)) }}
        search={search}
        locale={locale}
      />
    ),
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([route]),
    history: createMemoryHistory({ initialEntries: ['/support/data'] }),
  })
  await router.load()
  const i18n = await i18nOf(locale, ['board', 'downloads', 'inquiry'])
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router as never} />
    </I18nextProvider>,
  )
}
const itemsOf = (count: number) => TWENTY.slice(0, count).map((each) => itemOf(each, 'en'))
const files = (html: string) =>
  [...html.matchAll(/href="\/files\/form-(\d+)\.xlsx"/g)].map(([, number]) => Number(number))

describe('the data page (docs/specification.md#2)', () => {
  test('says in both languages that it is empty, and leads to the form to ask for a document', async () => {
    const form = 'href="/support/request"'
    for (const text of ['No registered content found.', form]) expect(await page([])).toContain(text)
    for (const text of ['등록된 내용이 없습니다.', form]) expect(await page([], {}, 'ko')).toContain(text)
    expect(await page(TWENTY)).not.toContain(form)
  })

  test('shows category, title, registration date and file of each item, in the order of the board', async () => {
    const html = await page(TWENTY)
    expect(files(html)).toEqual([19, 18, 17, 16, 15, 14, 13, 12])
    expect(html).toContain('Template')
    expect(html).toContain('Form number 19')
    expect(html).toContain('<time dateTime="2026-01-20T00:00:00Z">Jan 20, 2026</time>')
    expect(await page(TWENTY, {}, 'ko')).toContain('양식 19번')
    const korean = TWENTY.map((item) => ({ ...item, title_en: '' }))
    expect(await page(korean)).toContain('<h2 lang="ko">양식 19번</h2>')
  })

  test('says what happened where the documents cannot be had', async () => {
    expect(await page({ failure: 'upstream-failed' })).toContain('Error occurred: ')
  })

  test('more is a link that adds eight items and points to the first new one', async () => {
    const first = await page(TWENTY)
    expect(first).toMatch(/href="[^"]*\?count=16#item-11"/)
    const second = await page(TWENTY, { count: 16 })
    expect(files(second)).toHaveLength(16)
    expect(second).toMatch(/href="[^"]*\?count=24#item-3"/)
    const last = await page(TWENTY, { count: 24 })
    expect(files(last)).toHaveLength(20)
    expect(last).not.toContain('?count=')
  })
})

describe('the count', () => {
  test('offers more only where some are not shown', () => {
    expect(windowOf(itemsOf(8), {}).more).toBeNull()
    expect(windowOf(itemsOf(9), {}).more).toBe(16)
  })
})
