import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { brands } from '../../../../../functions/brand/hosts'
import { pageBrand } from '../../../../../app/request/page-brand'
import type { PageBrand } from '../../../../../app/context/page-context'
import { type Brand, LEGAL_WORDINGS } from '../../../../../functions/brand/schema'
import { agreedVersion } from '../../../../../app/features/legal/versions-in-force'
import { LEGAL_KINDS } from '../../../../../app/features/legal/document'
import { renderDocument } from '../../../../../app/build/legal-documents'
import { FOLDER, fillPlaceholders, read } from '../../../../support/legal-texts'

const write = (body: string) =>
  renderDocument(`---\ntitle: A\nversion: "20260101"\neffective: 2026-01-01\n---\n\n${body}`)

/** Number of articles (docs/specification.md#2). */
const COUNTS: Record<string, number> = {
  'privacy-policy/20240617': 17,
  'privacy-policy/20250701': 11,
  'terms-of-service/20230619': 13,
  'terms-of-service/20240617': 17,
}

const LANGUAGES = ['ko', 'en'] as const
/** Wordings of docs/specification.md#9 that counsel may change (docs/counsel.md). */
const FIXED = {
  ko: {
    destruction: '로우 레벨 포맷',
    prosecutors: '대검찰청',
    prosecutorsPhone: '02-3480-3573',
    accessRecords: '접속 IP, 쿠키, 이용 기록, 접속 로그, 홈페이지 방문 기록',
    inquiryBoard: '문의 게시판',
  },
  en: {
    destruction: 'low-level format',
    prosecutors: 'Supreme Prosecutors’ Office',
    prosecutorsPhone: '02-3480-3573',
    accessRecords: 'IP address, cookies, usage logs, access logs, records of visits',
    inquiryBoard: 'inquiry board',
  },
}

describe.each(LEGAL_KINDS)('%s', (kind) => {
  const versions = [...new Set(readdirSync(join(FOLDER, kind)).map((file) => file.slice(0, 8)))]

  test.each(versions)('%s has the same structure in both languages', (version) => {
    const [ko, en] = [read(kind, `${version}.ko.md`), read(kind, `${version}.en.md`)]
    const shape = (html: string) => html.match(/<(?:h2|p|ul|ol|li|tr)[ >]/g)
    expect(ko.articles.map(({ id }) => id)).toEqual(en.articles.map(({ id }) => id))
    expect(en.articles.map(({ heading }) => heading.split('.')[0])).toEqual(
      en.articles.map((_, index) => `Article ${index + 1}`),
    )
    expect(ko.articles.every(({ heading }, index) => heading.startsWith(`제${index + 1}조`))).toBe(true)
    expect(shape(ko.html)).toEqual(shape(en.html))
    expect([ko.version, ko.effective]).toEqual([en.version, en.effective])
    expect(en.effective.replaceAll('-', '')).toBe(version)
    const day = (tag: string) => new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(new Date(en.effective))
    expect(ko.html).toContain(day('ko-KR'))
    expect(en.html).toContain(day('en-US'))
    const expected = COUNTS[`${kind}/${version}`]
    if (expected) expect(en.articles).toHaveLength(expected)
  })

  test.each(versions)('%s can be filled for every brand, and its English has no Hangul', (version) => {
    for (const brand of brands) {
      const english = fillPlaceholders(read(kind, `${version}.en.md`).html, pageBrand(brand, 'en'))
      expect(english).toContain(brand.company.name.en)
      expect(english).not.toMatch(/\{\{|\p{Script=Hangul}/u)
      expect(fillPlaceholders(read(kind, `${version}.ko.md`).html, pageBrand(brand, 'ko'))).toContain(
        brand.company.name.ko,
      )
    }
  })
})

test.each([
  ['ko', '제13조', '적용되기 최소 1주일 전부터'],
  ['en', 'Article 13', 'at least one week before it takes effect'],
])('the terms in force announce to members at least a week ahead, in %s', (language, article, words) => {
  const { html } = read('terms-of-service', `20250701.${language}.md`)
  expect(html.slice(html.indexOf(article)).split('<h2')[0]).toContain(words)
})

test.each([
  ['ko', '동의한 뒤 문의를 보낼 때까지 이용자의 기기에만'],
  ['en', 'stays on your device until you send the inquiry after giving your consent'],
])('the policy in force says what becomes of a file that is not sent, in %s', (language, words) => {
  expect(read('privacy-policy', `20250701.${language}.md`).html).toContain(words)
})

describe.each([
  ['ko', '제26조에 따라 홈페이지의 운영과', '문의 내용을 담으며', '주소만 담습니다'],
  [
    'en',
    'is the controller of the personal information',
    'holds the content of the inquiry',
    'holds only the kind of form',
  ],
] as const)('the policy in force, in %s', (language, operates, contents, only) => {
  const { html } = read('privacy-policy', `20250701.${language}.md`)
  const [own, partner] = brands.map((brand) => pageBrand(brand, language)) as [PageBrand, PageBrand]
  const [operator, platform] = [own.company.name, 'Cloudflare, Inc.']
  /** Names in the table of processors. */
  const processors = (text: string) => {
    const table = text.split('<table').find((each) => /^[^\n]*?<th [^>]*>(?:수탁자|Processor)</.test(each))
    return [...(table ?? '').matchAll(/<tr[^>]*><td[^>]*>([^<]*)<\/td>/g)].map(([, name]) => name)
  }

  test('names the operator first among the processors of a partner, and the platform below it', () => {
    const text = fillPlaceholders(html, partner)
    expect(processors(text)).toEqual([
      operator,
      expect.stringMatching(new RegExp(`^${platform} \\(.*${operator.replace(/[.()]/g, '\\$&')}.*\\)$`)),
      expect.any(String),
    ])
    expect(text).toContain(operates)
    expect(text).not.toContain('..')
  })

  test('says nothing of partners’ sites on the site of the operator', () => {
    const text = fillPlaceholders(html, own)
    expect(processors(text)).toEqual([platform, expect.any(String)])
    expect(text).not.toMatch(/<(p|td)\b[^>]*><\//)
    // Once as the company, and nowhere as the operator of another's site.
    expect(text.split(operator)).toHaveLength(2)
  })

  test('says of the mails to operators what the brand has chosen, and nothing else', () => {
    const [without, having] = [fillPlaceholders(html, own), fillPlaceholders(html, { ...own, mailContents: true })]
    expect([without.includes(only), without.includes(contents)]).toEqual([true, false])
    expect([having.includes(only), having.includes(contents)]).toEqual([false, true])
  })
})

test('a page says that its brand is a partner, and that its mails have the contents, only where it is so', () => {
  const [own, other] = brands as [Brand, Brand]
  const facts = ({ partner, mailContents }: PageBrand) => ({ partner, mailContents })
  expect(facts(pageBrand(own, 'en'))).toEqual({})
  expect(facts(pageBrand({ ...other, mail: { ...other.mail, contents: true } }, 'en'))).toEqual({
    partner: true,
    mailContents: true,
  })
})

test.each(brands.map((brand) => [brand.id, brand] as const))(
  'the policy in force keeps inquiries as long as the registry says for %s',
  (_, brand) => {
    const inForce = agreedVersion()
    const policy = (language: 'ko' | 'en') =>
      fillPlaceholders(read('privacy-policy', `${inForce}.${language}.md`).html, pageBrand(brand, language))
    const periods = (html: string, found: RegExp) => [...html.matchAll(found)].map(([, period]) => period)
    const [ko, en] = [pageBrand(brand, 'ko').processedPeriod, pageBrand(brand, 'en').processedPeriod]
    // Inquiries, proposals, and what was said about them.
    expect(periods(policy('ko'), /<td[^>]*>[^<]*(?:처리|검토) 완료 후 ([^<]*)<\/td>/g)).toEqual([ko, ko, ko])
    // A text may write the number as a word.
    expect(
      periods(
        policy('en').replaceAll('One month', '1 month'),
        /<td[^>]*>([^<]*) after (?:processing|review|the inquiry has been processed or the proposal reviewed)<\/td>/g,
      ),
    ).toEqual([en, en, en])
  },
)

describe('a fixed wording that counsel may change', () => {
  test.each(LANGUAGES)('stands in the %s text until the registry replaces it', (language) => {
    const { html } = read('privacy-policy', `20250701.${language}.md`)
    const brand = { ...pageBrand(brands[0]!, language), legal: {} }
    const text = fillPlaceholders(html, brand)
    for (const [wording, words] of Object.entries(FIXED[language])) {
      expect(text).toContain(words)
      const replaced = fillPlaceholders(html, { ...brand, legal: { [wording]: `<Counsel ${wording}>` } })
      expect(replaced).toContain(`&lt;Counsel ${wording}&gt;`)
      expect(replaced).not.toContain(words)
    }
  })

  test('has a name that the registry knows, in every text, and the registry knows no other', () => {
    const texts = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
    for (const language of LANGUAGES) {
      const used = texts
        .filter((file) => file.endsWith(`.${language}.md`))
        .flatMap((file) =>
          [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/\{\{(\w+): /g)].map(([, name]) => name),
        )
      expect(new Set(used)).toEqual(new Set([...LEGAL_WORDINGS, 'privacyOfficer', 'privacyDepartment', 'ownPeriod']))
    }
  })
})

describe('rendering', () => {
  test('gives each article an anchor and each cell of a table the name of its column', () => {
    const { html, articles } = write('## Article 3. Periods\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n')
    expect(articles).toEqual([{ id: 'article-3', heading: 'Article 3. Periods' }])
    expect(html).toContain('<h2 id="article-3"><a href="#article-3">Article 3. Periods</a></h2>')
    expect(html).toContain(
      '<table role="table"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">A<',
    )
    expect(html).toContain('<td role="cell" data-column="B">2</td>')
  })

  test('keeps a Korean particle with the sign before it', () => {
    const { html } = write('「민사소송법」에 따라 {{company}}는 30%를 냅니다. 회사(갑)가 {{#partner}}을{{/partner}}\n')
    expect(html).toContain(
      '「민사소송법」\u2060에 따라 {{company}}\u2060는 30%\u2060를 냅니다. 회사(갑)\u2060가 {{#partner}}을',
    )
  })

  test('article 2 of the privacy policy in force names the ways of collection', () => {
    for (const [language, ways] of [
      ['ko', ['홈페이지', '전화', '{{inquiryBoard: 문의 게시판}}', '이메일', '서비스 이용 과정에서의 자동 수집']],
      ['en', ['Website', 'Phone', '{{inquiryBoard: The inquiry board}}', 'E-mail', 'Automatic collection']],
    ] as const) {
      const [, article = ''] = read('privacy-policy', `20250701.${language}.md`).html.split('<h2 id="article-2">')
      const [list = ''] = article.split('</ul>')
      const named = [...list.matchAll(/<li>([^<]*)/g)].map(([, text = '']) => text)
      expect(named).toEqual(ways.map((way) => expect.stringMatching(new RegExp(`^${way.replace(/[{}]/g, '\\$&')}`))))
    }
  })

  test.each([
    ['a heading without an article number', '## Preface\n'],
    ['HTML', 'Text <b>bold</b>\n'],
  ])('rejects %s', (_, body) => {
    expect(() => write(body)).toThrow(/Article 3|without HTML/)
  })

  test('escapes the values of the brand and rejects an unknown placeholder', () => {
    const company = {
      name: '<b>A & "B"</b>',
      representative: 'R',
      address: 'A',
      phone: '02',
      email: 'a@b.example',
      registrationNumber: '1',
    }
    const portal = { url: 'https://portal.example/?a&b' }
    const brand = { id: 'b', name: 'S', company, portal, legal: {} }
    const filled = fillPlaceholders(write('## Article 1. Who\n\n{{company}}, {{email}}\n').html, brand)
    expect(filled).toContain('&lt;b&gt;A &amp; &quot;B&quot;&lt;/b&gt;, <a href="mailto:a@b.example">a@b.example</a>')
    expect(fillPlaceholders(write('## Article 1. Where\n\n{{portal}}\n').html, brand)).toContain(
      '<a href="https://portal.example/?a&amp;b">https://portal.example/?a&amp;b</a>',
    )
    expect(() => fillPlaceholders('{{fax}}', brand)).toThrow('{{fax}}')
  })
})
