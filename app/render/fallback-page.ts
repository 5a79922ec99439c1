import { html, raw } from 'hono/html'
import type { PageVisitor } from '../context/page-context'
import type { InlineSources } from '../framework/render-document'
import en from '../i18n/en/error.json'
import ko from '../i18n/ko/error.json'
import enFrame from '../i18n/en/layout.json'
import koFrame from '../i18n/ko/layout.json'

/** The error page without the framework, for when the error page cannot be rendered either, and what its policy allows. */
export function fallbackPage({ brand, locale }: Pick<PageVisitor, 'brand' | 'locale'>): {
  html: string
  sources: InlineSources
} {
  const texts = locale === 'ko' ? ko : en
  const frame = locale === 'ko' ? koFrame : enFrame
  const call = texts['advice-call'].replace('{{phone}}', brand.company.phone)
  const style = styleOf(brand)
  const page = String(
    html`<!doctype html>
      <html lang="${locale}" data-brand="${brand.id}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${texts.title} | ${brand.name}</title>
          ${raw(`<style>${style}</style>`)}
        </head>
        <body>
          <a href="#main" class="skip">${frame.skip}</a>
          <header><a href="/">${brand.wordmark}</a></header>
          <main id="main" tabindex="-1">
            <h1>${texts.title}</h1>
            <p>${texts.explanation}</p>
            <p>${texts['advice-address']}</p>
            <p>${call}</p>
            <p><a href="/">${texts['go-to-main']}</a></p>
          </main>
          <footer>
            <p>${brand.company.name}</p>
            <nav aria-label="${frame.language}">
              <a href="?lng=ko" lang="ko" hreflang="ko">${frame['language-name'].ko}</a>
              <a href="?lng=en" lang="en" hreflang="en">${frame['language-name'].en}</a>
            </nav>
          </footer>
        </body>
      </html> `,
  )
  return { html: page, sources: { scripts: [], styles: [style] } }
}

const styleOf = ({ colours }: PageVisitor['brand']) => `
body {
  max-width: 38rem;
  margin: 15vh auto;
  padding: 0 1.25rem;
  font: 1rem/1.6 sans-serif;
  color: #15182a;
}
a {
  color: ${colours.primary};
}
main:focus {
  outline: none;
}
.skip:not(:focus) {
  position: absolute;
  left: -100vw;
}
footer {
  margin-top: 3rem;
}
`
