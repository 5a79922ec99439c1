import { expect, test } from 'vitest'
import { brandOfHost } from '../../../../functions/brand/hosts'
import { pageBrand } from '../../../../app/request/page-brand'
import { fallbackPage } from '../../../../app/render/fallback-page'

test.each([
  ['ko', '일시적인 오류가 발생했습니다.', '메인 페이지로'],
  ['en', 'A temporary error occurred.', 'Go to Main page'],
] as const)('the fallback page is in %s, names the brand and links home', (locale, title, link) => {
  const brand = { ...pageBrand(brandOfHost('partner-a.example'), locale), name: 'A & <B>' }
  const { html, sources } = fallbackPage({ brand, locale }, 500)
  expect(html).toContain(`<html lang="${locale}" data-brand="partner-a">`)
  expect(html).toContain(`<title>${title} | A &amp; &lt;B&gt;</title>`)
  expect(html).toContain(`<p><a href="/">${link}</a></p>`)
  expect(html).toContain(brand.company.phone)
  expect(html).toContain(`<style>${sources.styles}</style>`)
  expect(html).not.toMatch(/\{\{|<script|rel="canonical"/)
  expect(html).toContain('content="noindex"')
  // The first link of the page skips to the content.
  expect(html).toMatch(/<body>\s*<a href="#main"/)
  for (const landmark of ['<header', '<nav', '<main id="main"', '<footer']) expect(html).toContain(landmark)
})
