import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { i18n } from 'i18next'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { countOf } from '../../../../../app/page-cache/counted-reads'
import { withLink } from '../../../../../app/admin/answers/choices'
import { BoardEntry } from '../../../../../app/features/board/board-entry'
import { BoardList } from '../../../../../app/features/board/board-list'
import { i18nOf } from '../../../../../app/i18n/i18n'
import { supportLinks } from '../../../../../app/layout/support-links'
import { pageBrand } from '../../../../../app/request/page-brand'
import { boardFeed } from '../../../../../app/seo/board-feed'
import { knownAddress } from '../../../../../app/urls/known-parameters'
import { loadFirstContent } from '../../../../../functions/cli/first-content'
import { defaultBrand } from '../../../../../functions/brand/hosts'
import type { BoardName } from '../../../../../functions/contract/board'
import type { Inquiry } from '../../../../../functions/inquiries/read-inquiry'

/* A third board of articles and one of questions, each by its entry of the table and its texts: nothing names boards by itself. */

vi.mock('../../../../../functions/contract/board', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../../../functions/contract/board')>()
  const { notice, faq } = original.BOARDS
  const BOARDS = {
    ...original.BOARDS,
    news: { ...notice, address: '/support/news', section: 'news', feed: '/support/news/feed.xml' },
    guide: { ...faq, address: '/support/guide', section: 'guide', searchable: true },
  }
  return {
    ...original,
    BOARDS,
    BOARD_NAMES: Object.keys(BOARDS),
    BOARD_GROUPS: { ...original.BOARD_GROUPS, news: 'news-group', guide: 'guide-group' },
  }
})

const brand = pageBrand(defaultBrand, 'en')
const visitor = { brand, locale: 'en' as const, card: '/card.png', localeInAddress: false, cookieDecision: true }
async function texts(): Promise<i18n> {
  const i18n = await i18nOf('en', ['board'])
  for (const board of ['news', 'guide']) {
    i18n.addResourceBundle('en', 'page', { [board]: { name: `The ${board}` } }, true)
    i18n.addResourceBundle('en', 'board', { description: { [board]: 'All of it' } }, true)
  }
  return i18n
}

async function rendered(board: string, component: () => ReactNode): Promise<string> {
  const root = createRootRoute({ component: Outlet })
  const route = createRoute({ getParentRoute: () => root, path: `/support/${board}`, component })
  const entry = createRoute({ getParentRoute: () => root, path: `/support/${board}/$id` })
  const router = createRouter({
    routeTree: root.addChildren([route, entry]),
    history: createMemoryHistory({ initialEntries: [`/support/${board}`] }),
  })
  await router.load()
  return renderToString(
    <I18nextProvider i18n={await texts()}>
      <RouterProvider router={router as never} />
    </I18nextProvider>,
  )
}

const item = {
  board_uuid: 'e1',
  subject: 'First',
  sub_category_name: '소식',
  sub_category_en_name: 'News',
  create_date: '2026-11-01T00:00:00Z',
  update_date: null,
  is_priority: false,
}

test.each(['news', 'guide'])('the list of %s, and its entries, lead to its own addresses', async (name) => {
  const board = name as BoardName
  const listing = { data: [item], page: 1, pages: 2, total: 11 }
  const { sub_category_name, sub_category_en_name } = item
  const subCategories = [{ sub_category_id: 'c', sub_category_name, sub_category_en_name }]
  const list = await rendered(name, () => (
    <BoardList
      board={board}
      result={{ listing, subCategories, now: Date.parse('2026-11-28T00:00:00Z') }}
      search={{}}
      visitor={visitor as never}
    />
  ))
  expect(list).toContain(`The ${name}</h1>`)
  expect(list).toContain('All of it')
  expect(list).toContain(`href="/support/${name}/e1"`)
  expect(list).not.toContain('FAQ')
  expect(list.includes('type="search"')).toBe(name === 'guide')
  const detail = {
    category: 'News',
    subject: { text: 'First' },
    contents: { text: '<p>Text</p>' },
    create_date: item.create_date,
    update_date: null,
  }
  const result = { entry: { detail, previous: { ...item, board_uuid: 'e0' }, next: null } }
  const entry = await rendered(name, () => (
    <BoardEntry board={board} id="e1" search={{}} result={result} visitor={visitor} />
  ))
  if (name === 'news') expect(entry).toContain('href="/support/news/e0"')
  for (const html of [list, entry]) expect(html).not.toMatch(/\/support\/(?!news|guide)/)
})

test('a board is in the menu, in the cache and in the table of parameters', () => {
  expect(supportLinks(brand).map(({ to }) => to)).toEqual(
    expect.arrayContaining(['/support/news', '/support/guide', '/support/data']),
  )
  const context = { countryDefault: null, visitor } as never
  expect(countOf(new URL('https://www.example/support/news'), context, [])).toBe(null)
  expect(knownAddress(new URL('https://www.example/support/news?page=2&x=1')).search).toBe('?page=2')
})

test('the feed of a board has its name and its addresses', async () => {
  const feed = boardFeed([item], {
    board: 'news' as 'notice',
    brand,
    locale: 'en',
    card: '/card.png',
    i18n: await texts(),
  })
  expect(feed).toContain(`<title>${brand.name} The news</title>`)
  expect(feed).toContain('/support/news/e1')
  expect(feed).not.toContain('/support/notice')
})

test('a board without first content is empty', async () => {
  const statement = { bind: () => statement, first: () => Promise.resolve(null) }
  const db = { prepare: () => statement, batch: () => Promise.resolve([]) }
  expect(await loadFirstContent(db as never, new Date())).toBeGreaterThan(40)
})

test('an answer can link to an entry of any board', async () => {
  const rowsOf = (group: unknown) =>
    group === 'news-group' ? [{ board_uuid: 'e1', subject: '첫 소식', subject_en: 'First' }] : []
  const prepare = () => ({
    bind: (...values: unknown[]) => ({ all: async () => ({ results: rowsOf(values.at(-1)) }) }),
  })
  const inquiry = { locale: 'en', whiteLabel: 'default', brand: 'vcp-x' } as unknown as Inquiry
  const text = await withLink({ DB: { prepare } as never }, inquiry, 'news/e1', '')
  expect(text).toBe('[First](/support/news/e1?lng=en)')
})
