import fc from 'fast-check'
import { expect, it } from 'vitest'
import { brands } from '../../../../functions/brand/hosts'
import { pageBrand } from '../../../../app/request/page-brand'
import { boardFeed } from '../../../../app/seo/board-feed'
import { i18nOf } from '../../../../app/i18n/i18n'
import type { BoardItem } from '../../../../functions/contract/board'
import { faultsOfXml } from '../../../support/schemas/validate-xml'

const item = (
  index: number,
  words: string,
  subject: Pick<BoardItem, 'subject' | 'subject_en'> = { subject: words },
): BoardItem => ({
  board_uuid: `n-${index}`,
  ...subject,
  sub_category_name: words,
  sub_category_en_name: words,
  create_date: new Date(Date.UTC(2026, 10, 1, index)).toISOString(),
  update_date: index % 2 ? new Date(Date.UTC(2026, 11, 1, index)).toISOString() : null,
  is_priority: false,
})

const feedOf = async (notices: BoardItem[], locale: 'ko' | 'en' = 'ko', brand = brands[0]) => {
  if (!brand) throw new Error('no brand')
  return boardFeed(notices, {
    board: 'notice',
    brand: pageBrand(brand, locale),
    locale,
    card: '/sharing/card.png',
    i18n: await i18nOf(locale, ['board', 'downloads', 'inquiry']),
  })
}

it.each(['ko', 'en'] as const)('is valid Atom in %s, for any board content', async (locale) => {
  const HOSTILE = ['</title><script>', ']]>', '&amp;&', '\u0000\u0001\u000b\ufffe', '\ud800', '<?xml?>', '', ' ', '"\'']
  const words = [...HOSTILE, ...fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), { numRuns: 41, seed: 7 })]
  expect(
    await faultsOfXml(
      await feedOf(
        words.map((each, index) => item(index, each)),
        locale,
      ),
      'atom',
    ),
  ).toEqual([])
})

it('is valid without notices, for every brand', async () => {
  for (const brand of brands) expect(await faultsOfXml(await feedOf([], 'en', brand), 'atom'), brand.id).toEqual([])
})

it('the schema rejects an entry without an address', async () => {
  const feed = (await feedOf([item(1, 'one')])).replace(/<entry>\n<id>[^<]*<\/id>/, '<entry>')
  expect(await faultsOfXml(feed, 'atom')).not.toEqual([])
})

it('contains the given notices and is deterministic', async () => {
  const all = Array.from({ length: 50 }, (_, index) => item(index, `notice ${index}`))
  const feed = await feedOf(all)
  expect(feed.match(/<entry>/g)).toHaveLength(50)
  expect(feed).toContain(`<updated>${item(49, '').update_date}</updated>\n<link rel="self"`)
  expect(await feedOf(all)).toBe(feed)
})

it('has each title in its own language where the board keeps both', async () => {
  const both = item(0, '서비스', { subject: '점검 안내', subject_en: 'Maintenance' })
  expect(await feedOf([both], 'en')).toContain('<title>Maintenance</title>')
  expect(await feedOf([both], 'ko')).toContain('<title>점검 안내</title>')
  expect(await feedOf([item(0, '서비스', { subject: '점검 안내', subject_en: '' })], 'en')).toContain(
    '<title xml:lang="ko">점검 안내</title>',
  )
})

it('marks titles in another language', async () => {
  expect(await feedOf([item(0, '점검 안내')], 'en')).toContain('<title xml:lang="ko">점검 안내</title>')
  expect(await feedOf([item(0, '점검 안내')], 'ko')).toContain('<title>점검 안내</title>')
})
