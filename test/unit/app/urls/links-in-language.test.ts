import { describe, expect, it } from 'vitest'
import { linksInLanguage } from '../../../../app/urls/links-in-language'
import { sanitizeBoardHtml } from '../../../../functions/http/sanitize-html'

/** The addresses of links to `href` in a text of a board, on a page whose address names English or no language. */
const hrefOf = (href: string, localeInAddress = true) => {
  const html = sanitizeBoardHtml(
    `<p><a title="a > b" href="${href}">x</a> <img src="/support/a.png" alt="href=" /></p>`,
  )
  return /<a [^>]*\bhref="([^"]*)"/.exec(linksInLanguage(html, { locale: 'en', localeInAddress }))?.[1]
}

describe('a link in a text', () => {
  it.each([
    ['/', '/?lng=en'],
    ['/support/request', '/support/request?lng=en'],
    ['/support/faq/a-1#part', '/support/faq/a-1?lng=en#part'],
    ['/support/faq?category=f&amp;page=2#entry-a', '/support/faq?category=f&amp;page=2&amp;lng=en#entry-a'],
    ['/support/faq#?lng=ko', '/support/faq?lng=en#?lng=ko'],
    ['/support/notice/contents', '/support/notice/contents?lng=en'],
  ])('to the page %s keeps the language of the address: %s', (href, kept) => {
    expect(hrefOf(href)).toBe(kept)
    expect(hrefOf(href, false)).toBe(href)
  })

  it.each([
    'https://other.example/support/request',
    'mailto:a@b.example',
    'tel:+82-2-000-0000',
    '#part',
    '/content/3f0c2a1e/a.pdf',
    '/api/file/read/a/download',
    '/support/request?lng=ko',
    '/support/faq?page=2&amp;lng=ko#a',
  ])('to %s stays as it is', (href) => {
    expect(hrefOf(href)).toBe(href)
  })

  it('is changed alone, and once', () => {
    const html = '<p>href="/a" <a href="/a">a</a><a title="href=" href="/b">b</a><img src="/c" alt="" /><a>d</a></p>'
    const kept = linksInLanguage(html, { locale: 'ko', localeInAddress: true })
    expect(kept).toBe(html.replace('<a href="/a"', '<a href="/a?lng=ko"').replace(' href="/b"', ' href="/b?lng=ko"'))
    expect(linksInLanguage(kept, { locale: 'ko', localeInAddress: true })).toBe(kept)
  })
})
