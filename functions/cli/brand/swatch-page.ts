import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { html, raw } from 'hono/html'
import { lchOf } from '../../brand/palette/colour.ts'
import { paletteCss, type Palette } from '../../brand/palette/roles-and-css.ts'
import { FALLBACK_LOCALE } from '../../contract/languages.ts'
import { ROOT } from '../settings.ts'
import type { BrandReport } from './report.ts'

/** The site's own style sheets, so that the page shows what visitors get. */
const STYLE_SHEETS = [
  'ui/tokens.css',
  'ui/base.css',
  'ui/button.module.css',
  'ui/badge.module.css',
  'ui/field.module.css',
  'features/board/category-chips.module.css',
  'features/board/pagination.module.css',
  'features/board/faq-list.module.css',
]

/** Adds a class beside each state's pseudo-class, such as `.is-hover` beside `:hover`, to show the states side by side. */
const withStateClasses = (css: string) =>
  css.replace(/([^{}]+)\{/g, (rule, selector: string) =>
    /:(?:hover|active|focus-visible)/.test(selector) && !selector.includes('@')
      ? `${selector.trimEnd()},${selector
          .replace(/\/\*[^]*?\*\//g, '')
          .replace(/:(hover|active|focus-visible)/g, '.is-$1')
          .replaceAll('\n', ' ')}{`
      : rule,
  )

const PAGE_CSS = `
body{padding:2rem;max-width:75rem;margin:0 auto;font-family:system-ui,sans-serif}
h1{font-size:1.5rem}h2{margin:2.5rem 0 1rem;font-size:1.125rem}
.colours{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.75rem;font-size:.8125rem}
.colour{height:5rem;border-radius:.5rem;border:1px solid rgb(0 0 0/8%)}
.ground{display:flex;flex-wrap:wrap;align-items:center;gap:1rem;padding:1.25rem;border-radius:.75rem;margin-bottom:.75rem;border:1px solid var(--color-line)}
.ground small{flex-basis:100%;opacity:.85}
.white{background:#fff}.soft{background:var(--color-surface-soft)}.sunken{background:var(--color-surface-sunken)}
.hero{background:linear-gradient(180deg in oklab,var(--color-primary),color-mix(in oklab,var(--color-primary) 58%,var(--color-secondary)) 46%,var(--color-secondary));color:#fff;padding-block:2rem;border:0}
.deep{background:linear-gradient(160deg in oklab,var(--color-secondary),var(--color-secondary-strong));color:#fff;border:0}
.head{background:var(--color-primary);color:#fff;border:0}.sign{display:flex;gap:.5rem;align-items:center;font-weight:800;font-size:1.1875rem}.sign path{fill:currentcolor}
.rows{width:100%}table{border-collapse:collapse;width:100%;font-size:.875rem}td,th{padding:.375rem .75rem;border-bottom:1px solid var(--color-line);text-align:start}
.sample{display:inline-block;padding:.25rem .75rem;border-radius:.375rem;font-weight:600;border:1px solid rgb(0 0 0/10%)}.bad{color:#c22a2a;font-weight:700}
.muted-on-deep{color:var(--color-on-secondary-muted)}`

const STATES = [
  ['at rest', ''],
  ['hovered', 'is-hover'],
  ['pressed', 'is-active is-hover'],
  ['focused', 'is-focus-visible'],
] as const

const inEveryState = (className: string) =>
  STATES.map(([label, state]) => html`<span class="${className} ${state}">${label}</span>`)

const ground = (name: string, title: string, ...content: unknown[]) =>
  html`<div class="ground ${name}"><small>${title}</small>${content}</div>`

function controls(symbol: string, wordmark: string) {
  const drawing = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="${symbol}" /></svg>`
  const logo = html`<span class="sign">${drawing}${wordmark}</span>`
  const onDark = [inEveryState('button inverse'), inEveryState('button inverseOutline')]
  const badge = html`<span class="badge question">Q</span>`
  const rows = STATES.map(
    ([label, state]) => html`<span class="row ${state}">${badge}<span class="subject">A row ${label}</span></span>`,
  )
  const fields = STATES.filter(([, state]) => !state.includes('active')).map(
    ([label, state]) => html`<input class="control ${state}" value="${label}" aria-label="${label}" />`,
  )
  return [
    ground('head', 'Header on the home page', logo),
    ground('white', 'Header elsewhere', logo),
    ground('hero', 'Hero', onDark),
    ground('deep', 'Deep band', onDark, html`<span class="muted-on-deep">Small text on the deep band</span>`),
    ...['white', 'soft', 'sunken'].map((name) =>
      ground(
        name,
        `Buttons, ${name} ground`,
        inEveryState('button primary'),
        html`<button class="button primary" disabled>disabled</button>`,
        inEveryState('button outline'),
      ),
    ),
    ground(
      'white',
      'Chips and pages',
      inEveryState('chip'),
      html`<span class="chip" aria-current="true">chosen</span><span class="link">1</span
        ><span class="link" aria-current="page">2</span><span class="link is-hover">3</span>`,
    ),
    ground('white', 'Rows', html`<div class="rows list">${rows}</div>`),
    ground('white', 'Fields', fields),
  ]
}

/** A page with a brand's colours, its controls in every state and the contrast of each pair, for the operator's browser. */
export async function swatchPage({ entry, contrast }: BrandReport, palette: Palette): Promise<string> {
  const sheets = await Promise.all(STYLE_SHEETS.map((sheet) => readFile(join(ROOT, 'app', sheet), 'utf8')))
  const css = [paletteCss(palette), ...sheets.map(withStateClasses), PAGE_CSS].join('\n')
  const colours = Object.entries(palette).map(([role, hex]) => {
    const { l, c, h } = lchOf(hex)
    const oklch = `oklch(${l.toFixed(3)} ${c.toFixed(3)} ${h.toFixed(0)})`
    return html`<div>
      <div class="colour" style="background:${hex}"></div>
      <b>${role}</b><br />${hex}<br />${oklch}
    </div>`
  })
  const pairs = contrast.map(
    ({ front, ground: under, colours: [foreground, background], ratio, needed, ok, where }) => {
      const style = `color:${foreground};background:${background}`
      return html`<tr>
        <td><span class="sample" style="${style}">${needed === 3 ? '◯ ▭' : '가나 Aa'}</span></td>
        <td>${front} on ${under}</td>
        <td class="${ok ? '' : 'bad'}">${ratio.toFixed(2)}</td>
        <td>${needed}</td>
        <td>${where}</td>
      </tr>`
    },
  )
  const page = await html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <title>${entry.id}: swatches</title>
      <style>
        ${raw(css)}
      </style>
      <h1>${entry.name[FALLBACK_LOCALE]} (${entry.id}), seed ${entry.seed}</h1>
      <h2>Colours</h2>
      <div class="colours">${colours}</div>
      <h2>Controls in every state</h2>
      ${controls(entry.symbol, entry.wordmark)}
      <h2>Contrast</h2>
      <table>
        <tr>
          ${['sample', 'pair', 'ratio', 'need', 'where'].map((title) => html`<th>${title}</th>`)}
        </tr>
        ${pairs}
      </table>
    </html>`
  return page.toString()
}
