import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FakeBoards } from '../support/boards.ts'
import { sampleBoards } from '../support/boards.ts'
import { seedEmbedded, type Site, startSite } from '../support/site.ts'
import { siteWithUpstream } from '../support/site-with-upstream.ts'

const TEXTS = {
  both: ['점검 안내', 'Maintenance', '<p>점검합니다.</p>', '<p>We maintain.</p>'],
  korean: ['한국어 공지', '', '<p>한국어 본문</p>', ''],
  english: ['', 'English notice', '', '<p>English body</p><script>canary()</script>'],
  plain: ['예전 / Old', null, '<p>예전 본문</p><p>Old body</p>', null],
} as const
const { plain: _, ...APART } = TEXTS

/** One notice and one question of each kind. */
function boards(texts: Partial<typeof TEXTS> = TEXTS): FakeBoards {
  const kinds = Object.entries(texts)
  const { entries, categories } = sampleBoards('x', { notices: kinds.length, questions: kinds.length })
  return {
    categories,
    entries: entries.map((entry, index) => {
      const [kind = 'both', text] = kinds[index % kinds.length] ?? []
      const [subject = '', subject_en = null, contents = '', contents_en = null] = text ?? []
      const board_uuid = `${index < kinds.length ? 'n' : 'q'}-${kind}`
      return { ...entry, board_uuid, subject, subject_en, contents, contents_en, is_priority: 'Y' }
    }),
  }
}

const page = async (site: Site, path: string, language: 'ko' | 'en') => {
  const answer = await site.fetch(`http://www.example${path}`, { headers: { 'accept-language': language } })
  return (await answer.text()).replace(/<script type="text\/page-data">[^]*?<\/script>/, '')
}
const mainOf = (html: string) => /<main[^]*<\/main>/.exec(html)?.[0] ?? ''
const titleOf = (html: string) => /<title>([^<|]*) \|/.exec(html)?.[1]

describe('an entry of the embedded upstream', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite()
    await seedEmbedded(site.env.DB, boards(APART), null)
  })
  afterAll(() => site.close())

  test.each([
    ['ko', '점검 안내', '점검합니다.'],
    ['en', 'Maintenance', 'We maintain.'],
  ] as const)('speaks one language, in %s', async (language, subject, body) => {
    const other = language === 'ko' ? /Maintenance|We maintain/ : /점검/
    for (const path of ['/support/notice/n-both', '/support/faq/q-both']) {
      const html = await page(site, path, language)
      expect(titleOf(html)).toBe(subject)
      expect(html).toContain(body)
      expect(html.match(new RegExp(`<meta property="og:title" content="${subject} `))).not.toBeNull()
      const jsonLd = html.match(/<script type="application\/ld\+json">[^]*?<\/script>/g)?.join() ?? ''
      expect(jsonLd).toContain(subject)
      expect(jsonLd).toContain(`"inLanguage":"${language}"`)
      expect(mainOf(html)).not.toMatch(other)
      expect(jsonLd).not.toMatch(other)
    }
    for (const path of ['/support/notice', '/support/faq']) {
      const list = mainOf(await page(site, path, language))
      expect(list).toContain(subject)
      expect(list).not.toMatch(other)
    }
    const feed = await page(site, '/support/notice/feed.xml', language)
    expect(feed).toContain(`<title>${subject}</title>`)
    expect(feed).not.toMatch(other)
  })

  test.each([
    ['ko', 'english', 'English notice', 'en', '영문만 제공'],
    ['en', 'korean', '한국어 공지', 'ko', 'Korean only'],
  ] as const)('is shown in the other language, marked, where its own is missing, in %s', async (...row) => {
    const [language, kind, subject, other, mark] = row
    const html = mainOf(await page(site, `/support/notice/n-${kind}`, language))
    expect(html).toContain(`<h1 lang="${other}">${subject}</h1>`)
    expect(html).toContain(mark)
    expect(html).not.toContain('canary')
    for (const path of ['/support/notice', '/support/faq']) {
      const list = mainOf(await page(site, path, language))
      expect(list.split(mark)).toHaveLength(2)
      expect(list).toMatch(new RegExp(`lang="${other}"[^>]*>(?:<!-- -->)?${subject}`))
    }
  })

  test('is found by its subject in either language', async () => {
    const found = async (search_text: string) => {
      const group_uuid = boards().entries[0]?.group_uuid
      const answer = await site.call('board/selectList', { group_uuid, search_text })
      return ((await answer.json()) as { data: { board_uuid: string }[] }).data.map(({ board_uuid }) => board_uuid)
    }
    expect(await found('MAINTENANCE')).toEqual(['n-both'])
    expect(await found('점검')).toEqual(['n-both'])
  })
})

describe('an entry of a remote upstream', () => {
  const both = siteWithUpstream({}, (upstream) => {
    upstream.boards = new Map([['default', boards()]])
  })

  test('may carry English texts, and needs none: its texts stay as they are then, without a mark', async () => {
    expect(mainOf(await page(both.site, '/support/notice/n-both', 'en'))).toContain('<p>We maintain.</p>')
    const html = mainOf(await page(both.site, '/support/notice/n-plain', 'en'))
    expect(html).toContain('<h1 lang="ko">예전 / Old</h1>')
    expect(html).toContain('<p>예전 본문</p><p>Old body</p>')
    expect(html).not.toContain('Korean only')
  })
})
