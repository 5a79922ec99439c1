import { describe, expect, it } from 'vitest'
import en from '../../app/i18n/en/board.json'
import enLayout from '../../app/i18n/en/layout.json'
import enPage from '../../app/i18n/en/page.json'
import ko from '../../app/i18n/ko/board.json'
import koLayout from '../../app/i18n/ko/layout.json'
import koPage from '../../app/i18n/ko/page.json'
import { readerOf } from './support/reader'
import { useSite } from './support/site'

const namesIn = ({ notice, faq }: typeof enPage) => ({ notice: notice.name, faq: faq.name })
const TEXTS = { ko: { ...ko, ...koLayout, ...namesIn(koPage) }, en: { ...en, ...enLayout, ...namesIn(enPage) } }

const site = useSite()

describe.each([
  { name: 'with scripts, in Korean', javaScript: true, language: 'ko' },
  { name: 'without scripts, in English', javaScript: false, language: 'en' },
] as const)('$name', ({ javaScript, language }) => {
  const texts = TEXTS[language]
  const pageTwo = texts['page-number'].replace('{{page}}', '2')
  it('a visitor reads notices: a category, page 2, an entry, its neighbours, back to the list', async () => {
    const reader = readerOf(await site.visit(language, { javaScript }), javaScript)
    await reader.opens('/support/notice')
    await reader.seesTitle(texts.notice)
    expect(await reader.current(texts.filter)).toBe(texts.all)
    expect(await reader.rows()).toHaveLength(10)
    expect((await reader.rows()).join()).toContain(texts.new)

    const category = await reader.follows(texts.filter, 1)
    expect(await reader.current(texts.filter)).toBe(category)
    for (const row of await reader.rows()) expect(row).toContain(category)

    await reader.follows(texts.filter, 0)
    const first = await reader.rows()
    await reader.followsLink(pageTwo)
    expect(reader.search('page')).toBe('2')
    const second = await reader.rows()
    expect(second).toHaveLength(10)
    expect(second.filter((row) => first.includes(row))).toEqual([])

    const subject = await reader.followsRow(0)
    await reader.seesTitle(subject)
    await reader.follows(texts.neighbours, 1)
    const below = await reader.title()
    expect(second[1]).toContain(below)
    await reader.follows(texts.neighbours, 0)
    await reader.seesTitle(subject)
    await reader.followsLink(texts.list)
    expect(reader.path()).toBe('/support/notice')
  })

  it('a visitor reads the FAQ: Top, a category, an answer, back to the list', async () => {
    const reader = readerOf(await site.visit(language, { javaScript }), javaScript)
    await reader.opens('/support/faq')
    await reader.seesTitle(texts.faq)
    expect(await reader.current(texts.filter)).toBe(texts.top)
    const top = await reader.rows()
    expect(top.length).toBeGreaterThanOrEqual(6)
    expect(top.every((row) => row.startsWith('Q'))).toBe(true)
    const category = await reader.follows(texts.filter, 2)
    expect(await reader.current(texts.filter)).toBe(category)
    const subject = await reader.followsRow(0)
    await reader.seesTitle(subject)
    await reader.followsLink(texts.list)
    expect(await reader.current(texts.filter)).toBe(category)
  })

  it('a chip keeps the page of the notices, and begins the FAQ anew', async () => {
    const reader = readerOf(await site.visit(language, { javaScript }), javaScript)
    await reader.opens('/support/notice?page=2')
    await reader.follows(texts.filter, 1)
    expect(reader.search('page')).toBe('2')
    await reader.opens('/support/faq?page=2')
    await reader.follows(texts.filter, 1)
    expect(reader.search('page')).toBeNull()
  })

  it('a visitor walks through the five tabs, each the current one on its page', async () => {
    const reader = readerOf(await site.visit(language, { javaScript }), javaScript)
    await reader.opens('/support')
    for (const key of ['faq', 'request', 'affiliate', 'data', 'notice'] as const) {
      await reader.followsTab(texts[key])
      expect(reader.path()).toBe(`/support/${key}`)
      expect(await reader.currentTab()).toBe(texts[key])
    }
  })

  it('a visitor chooses the other language in the footer, and it stays', async () => {
    const other = language === 'ko' ? 'en' : 'ko'
    const reader = readerOf(await site.visit(language, { javaScript }), javaScript)
    await reader.opens('/support/notice')
    expect(await reader.pageLanguage()).toBe(language)
    await reader.choosesLanguage(other, javaScript ? null : texts['language-apply'])
    expect(await reader.pageLanguage()).toBe(other)
    await reader.seesTitle(TEXTS[other].notice)
    await reader.opens('/support/faq')
    expect(await reader.pageLanguage()).toBe(other)
  })
})
