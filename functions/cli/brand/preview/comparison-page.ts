import { html, raw } from 'hono/html'
import { languageName, LOCALES } from '../../../contract/languages.ts'
import { inLanguage } from './survey-pages.ts'

/** A brand in one of the two columns. */
interface Column {
  name: string
  host: string
}

const CSS = `
*{box-sizing:border-box}body{margin:0;display:grid;grid-template:auto 1fr/1fr 1fr;height:100vh;font-family:system-ui,sans-serif}
header{grid-column:1/-1;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;padding:.5rem 1rem;border-bottom:1px solid #ccc}
section{display:grid;grid-template-rows:auto 1fr;overflow:auto}section+section{border-left:2px solid #555}
h2{margin:0;padding:.25rem 1rem;font-size:.875rem;background:#eee}iframe{border:0;height:100%;background:#fff}
select{max-width:26rem}output{min-width:5rem}`

/** Steps through every page in every language; both frames show the same page. */
const SCRIPT = `
const page=document.querySelector('[name=page]'),language=document.querySelector('[name=language]'),width=document.querySelector('[name=width]')
const frames=[...document.querySelectorAll('iframe')],at=document.querySelector('output')
const show=()=>{const path=page.value+language.value;for(const f of frames){f.src=f.dataset.origin+path;f.style.width=width.value;f.previousElementSibling.querySelector('a').href=f.src}
at.value=(page.selectedIndex+1)+' / '+page.length}
const step=by=>{const turn=page.selectedIndex*language.length+language.selectedIndex+by,all=page.length*language.length,next=(turn+all)%all
page.selectedIndex=Math.floor(next/language.length);language.selectedIndex=next%language.length;show()}
for(const one of [page,language,width])one.addEventListener('change',show)
document.querySelector('[name=back]').addEventListener('click',()=>step(-1));document.querySelector('[name=on]').addEventListener('click',()=>step(1))
show()`

/**
 * A page that shows every page of a brand in every language beside the same page of the default brand.
 * @param port of the server that allows the frames
 */
export function comparisonPage(paths: readonly string[], columns: readonly Column[], port: number): string {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <link rel="icon" href="data:," />
      <title>${columns.map(({ name }) => name).join(' beside ')}</title>
      <style>
        ${raw(CSS)}
      </style>
      <header>
        <label
          >Page
          <select name="page">
            ${paths.map((path) => html`<option>${path}</option>`)}
          </select></label
        >
        <label
          >Language
          <select name="language">
            ${LOCALES.map((locale) => html`<option value="${inLanguage('', locale)}">${languageName(locale)}</option>`)}
          </select></label
        >
        <label
          >Width
          <select name="width">
            <option value="100%">half of the window</option>
            <option value="1280px">1280</option>
            <option value="360px">360</option>
          </select></label
        >
        <button name="back">Back</button><button name="on">Next</button><output></output>
      </header>
      ${columns.map(
        ({ name, host }) =>
          html`<section>
            <h2>${name} <a target="_blank">alone</a></h2>
            <iframe title="${name}" data-origin="http://${host}:${port}"></iframe>
          </section>`,
      )}
      <script>
        ${raw(SCRIPT)}
      </script>
    </html>`.toString()
}
