import { html, raw } from 'hono/html'
import type { PageVisitor } from '../context/page-context'
import type { InlineSources } from '../framework/render-document'
import { LANGUAGE_NAMES, LOCALE_QUERY, LOCALES } from '../i18n/locale'
import type errorTexts from '../i18n/en/error.json'
import type layoutTexts from '../i18n/en/layout.json'
import { contentSecurityPolicy } from './security-policy'

const errors = import.meta.glob<typeof errorTexts>('../i18n/*/error.json', { import: 'default', eager: true })
const layouts = import.meta.glob<typeof layoutTexts>('../i18n/*/layout.json', { import: 'default', eager: true })

/**
 * A page without the framework, and what its policy allows: with 500 the error page, for when that cannot be rendered either, with 429 one
 * for a client who has sent too much, which costs next to nothing.
 */
export function fallbackPage(
  { brand, locale }: Pick<PageVisitor, 'brand' | 'locale'>,
  status: 429 | 500,
): { html: string; sources: InlineSources } {
  const texts = errors[`../i18n/${locale}/error.json`]
  const frame = layouts[`../i18n/${locale}/layout.json`]
  if (!texts || !frame) throw new Error(`There is no catalogue in ${locale}.`)
  const call = texts['advice-call'].replace('{{phone}}', brand.company.phone)
  const [title, ...advice] =
    status === 500
      ? [texts.title, texts.explanation, texts['advice-address'], call]
      : [texts.code['rate-limited'], call]
  const style = styleOf(brand)
  const page = String(
    html`<!doctype html>
      <html lang="${locale}" data-brand="${brand.id}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title} | ${brand.name}</title>
          ${raw(`<style>${style}</style>`)}
        </head>
        <body>
          <a href="#main" class="skip">${frame.skip}</a>
          <header><a href="/">${brand.wordmark}</a></header>
          <main id="main" tabindex="-1">
            <h1>${title}</h1>
            ${advice.map((text) => html`<p>${text}</p> `)}
            <p><a href="/">${texts['go-to-main']}</a></p>
          </main>
          <footer>
            <p>${brand.company.name}</p>
            <nav aria-label="${frame.language}">
              ${LOCALES.map((other) => html`<a href="?${LOCALE_QUERY}=${other}" lang="${other}" hreflang="${other}">${LANGUAGE_NAMES[other]}</a> `)}
            </nav>
          </footer>
        </body>
      </html> `,
  )
  return { html: page, sources: { scripts: [], styles: [style] } }
}

/** The fallback page as an answer: 500, or 429 with a minute to wait. Its client sees what to do in place of an empty page. */
export async function fallbackResponse(
  visitor: Pick<PageVisitor, 'brand' | 'locale'>,
  status: 429 | 500,
): Promise<Response> {
  const { html, sources } = fallbackPage(visitor, status)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': await contentSecurityPolicy(sources),
    'cache-control': 'no-store',
    ...(status === 429 && { 'retry-after': '60' }),
  }
  return new Response(html, { status, headers })
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
