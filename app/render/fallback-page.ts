import en from '../i18n/en/error.json'
import ko from '../i18n/ko/error.json'
import type { PageVisitor } from '../context/page-context'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)

/** The error page without the framework: what a visitor gets where even the error page cannot be rendered. */
export function lastResortPage({ brand, locale }: Pick<PageVisitor, 'brand' | 'locale'>): string {
  const texts = locale === 'ko' ? ko : en
  const lines = [
    texts.explanation,
    texts['advice-address'],
    texts['advice-call'].replace('{{phone}}', brand.company.phone),
  ]
  return `<!doctype html>
<html lang="${locale}" data-brand="${brand.id}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${texts.title} | ${brand.name}`)}</title>
<style>body{max-width:38rem;margin:15vh auto;padding:0 1.25rem;font:1rem/1.6 sans-serif;color:#15182a}a{color:${brand.colours.primary}}</style>
</head>
<body>
<main>
<p><a href="/">${escapeHtml(brand.wordmark)}</a></p>
<h1>${escapeHtml(texts.title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<p><a href="/">${escapeHtml(texts['go-to-main'])}</a></p>
</main>
</body>
</html>
`
}
