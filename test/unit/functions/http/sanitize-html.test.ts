import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '../../../../functions/publishing/markdown.ts'
import { sanitizeBoardHtml } from '../../../../functions/http/sanitize-html.ts'
import { HOSTILE_HTML } from '../../../support/hostile-html.ts'

const TAGS =
  /^(section|article|div|p|br|hr|h[2-6]|blockquote|pre|figure|figcaption|[uod]l|li|d[td]|table|caption|col|colgroup|thead|tbody|tfoot|t[rhd]|a|img|span|strong|b|em|i|u|s|del|ins|mark|small|sub|sup|code|kbd|q|cite|abbr|time|ruby|r[tp]|details|summary)$/
const ATTRIBUTES =
  /^(lang|dir|href|rel|title|src|alt|width|height|loading|colspan|rowspan|scope|span|start|reversed|type|datetime|open)$/
const LINK = /^(https?:\/\/|mailto:|tel:|#|\?|\/(?![/\\])|[^:/\\\s]+(\/|$))/i

/** The tags and attributes of sanitised HTML that are not allowed. */
function violations(html: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!TAGS.test(name)) found.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(attributes)) {
        if (!ATTRIBUTES.test(attribute)) found.push(`${name} ${attribute}`)
        if (attribute === 'href' && !LINK.test(value)) found.push(`href ${value}`)
        if (attribute === 'src' && !/^(https:\/\/|\/(?![/\\])|[^:/\\\s]+(\/|$))/i.test(value))
          found.push(`src ${value}`)
      }
    },
    oncomment: (text) => found.push(`comment ${text}`),
    onprocessinginstruction: (name) => found.push(name),
  })
  parser.end(html)
  return found
}

describe("the board's HTML", () => {
  test.each(HOSTILE_HTML.map((html) => [html.slice(0, 100), html]))('is cleaned of %s', (_, html) => {
    const clean = sanitizeBoardHtml(html)
    expect(violations(clean)).toEqual([])
    expect(violations(sanitizeBoardHtml(clean))).toEqual([])
  })

  test.each(HOSTILE_HTML.map((html) => [html.slice(0, 100), html]))(
    'is cleaned in the Markdown of an entry of %s',
    (_, html) => {
      const clean = renderMarkdown(`앞\n\n${html}`)
      expect(clean).toMatch(/^<p>앞<\/p>/)
      expect(violations(clean)).toEqual([])
    },
  )

  test('is cleaned of any combination of hostile parts', () => {
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE_HTML.filter((html) => html.length < 200)),
      fc.constantFrom('<', '>', '"', "'", '=', '/', '<!--', '-->', '<p ', '<a href=', '</'),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        expect(violations(sanitizeBoardHtml(pieces.join('')))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  describe('of Markdown', () => {
    const table = (columns: number, rows: number) =>
      `${'| a '.repeat(columns)}|\n${'| - '.repeat(columns)}|\n${'x\n'.repeat(rows)}\n`
    test.each([
      ['one large table', table(700, 1500)],
      ['many small tables', table(57, 160).repeat(100)],
      ['lines that look like the begin of a table', `a|b\n${'-|-\n'.repeat(24_900)}`],
    ])('is never hundreds of times as long as the text: %s', (_, source) => {
      const html = renderMarkdown(source)
      expect(html.length).toBeLessThan(source.length * 20)
      expect(html.match(/x/g)?.length ?? 0).toBe(source.match(/x/g)?.length ?? 0)
    })

    test('has every table that somebody has written, however long', () => {
      const source = `| a | b | c | d |\n| - | - | - | - |\n${'| 1 | 2 | 3 | 4 |\n'.repeat(1700)}`
      expect(renderMarkdown(source).split('<tr>')).toHaveLength(1702)
      expect(renderMarkdown(table(20, 100)).split('<tr>')).toHaveLength(102)
      expect(renderMarkdown(String.raw`|C:\\|a\|b|` + '\n|-|-|\n|1|2|')).toContain('<th>a|b</th>')
    })
  })

  test.each([
    [
      'tables',
      '<table><caption>일정</caption><thead><tr><th colspan="2" scope="col">구분</th></tr></thead><tbody><tr><td rowspan="2">일자</td><td>토요일</td></tr></tbody></table>',
    ],
    ['sections in a language', '<section lang="ko"><h2>안내</h2><h3>점검</h3></section>'],
    ['lists', '<ul><li>하나</li></ul><ol start="3"><li>셋</li></ol><dl><dt>말</dt><dd>뜻</dd></dl>'],
    ['quotes and code', '<blockquote><p>인용</p></blockquote><pre><code>a &lt; b</code></pre>'],
    [
      'Korean text, unchanged',
      '<p>안녕하세요, VCP-X 운영팀입니다 – “점검” 23:00 · ㈜예시 &amp; 한글 ㄱㄴㄷ 漢字 😀</p>',
    ],
  ])('keeps %s', (_, html) => {
    expect(sanitizeBoardHtml(html)).toBe(html)
  })

  test('keeps pictures over https and from the own origin, with lazy loading and an alt text', () => {
    expect(
      sanitizeBoardHtml(
        '<figure><img src="https://ok.example/a.png" alt="화면" width="640" height="360"><figcaption>그림</figcaption></figure>',
      ),
    ).toBe(
      '<figure><img src="https://ok.example/a.png" alt="화면" width="640" height="360" loading="lazy" /><figcaption>그림</figcaption></figure>',
    )
    expect(sanitizeBoardHtml('<img src="/files/a.png">')).toBe('<img src="/files/a.png" alt="" loading="lazy" />')
    expect(sanitizeBoardHtml('<p><img src="http://ok.example/a.png">글</p>')).toBe('<p>글</p>')
  })

  test('gives links a rel and removes their target', () => {
    expect(sanitizeBoardHtml('<a href="https://ok.example/" target="_blank">x</a>')).toBe(
      '<a href="https://ok.example/" rel="noopener noreferrer">x</a>',
    )
    expect(sanitizeBoardHtml('<a href="/support/request">x</a>')).toContain('href="/support/request"')
    expect(sanitizeBoardHtml('<a href="mailto:a@b.example">x</a><a href="tel:+82-2-000-0000">x</a>')).toMatch(
      /mailto:.*tel:/,
    )
  })

  test.each([':--', '1:x', '\\evil.example/', 'support\\..\\admin', '/a"b', '/a`b', '/a<b', '/a>b'])(
    'loses the address %s, which holds markup, a disguised path or no scheme before its colon',
    (address) => {
      expect(sanitizeBoardHtml(`<a href='${address}'>x</a>`)).toBe('<a>x</a>')
      expect(sanitizeBoardHtml(`<p><img src='${address}'>글</p>`)).toBe('<p>글</p>')
    },
  )

  test('turns h1 into h2, because the page has its own h1', () => {
    expect(sanitizeBoardHtml('<h1>제목</h1>')).toBe('<h2>제목</h2>')
  })

  test('may be empty', () => {
    expect(sanitizeBoardHtml('')).toBe('')
  })
})
