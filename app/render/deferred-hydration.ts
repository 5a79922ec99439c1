import { formOn } from '../urls/form-paths'
import { withBlocks } from './html-scanner'

/** The page of a maintenance, which stands at every address while one is in force. */
export const MAINTENANCE_PATH = '/maintenance'
/** An address that no route has: rendering it gives the error page. */
export const ERROR_PATH = '/error'

/*
 * A page is whole before any script. What the app needs to come alive is left lying inert in the page (the data of
 * the router as a data block, no module preloads) until the visitor shows a first sign of intent, or, where there is
 * a form, until the browser is idle. Links and forms work natively before that, so a first click is never lost.
 */
const ENTRY = / type="module" async="" src="([^"]+)"/
const PRELOADS = /<link rel="modulepreload"[^>]*>/g
const DATA = ' data-tsr-stream-part=""'
/** The files of the page's routes: only `<HeadContent>` and `<Scripts>` read them, which the browser does not render. Their names hardly compress. */
const MANIFEST = /manifest:\$R\[1\]=\{[^]*?\},(?=matches:\$R\[)/
const NO_MANIFEST = 'manifest:{routes:{}},'
const BOUNDARY = 'document.currentScript.remove();/*$tsr-stream-boundary*/'

export type WakeUp = 'intent' | 'idle' | 'never'

/**
 * Pages that are a form wake when the browser is idle; all others, home with its form far down too, at the first sign of
 * intent (design: Budgets). What is shown in another page's place never wakes: the app would look for the page that the
 * address names.
 */
export function wakeUpOf(path: string): WakeUp {
  if (path === MAINTENANCE_PATH || path === ERROR_PATH) return 'never'
  return path !== '/' && formOn(path) ? 'idle' : 'intent'
}

/** Once the page stands, the font slices for its texts from outside the catalogues (app/ui/fonts/slices.server.ts). */
const LATE_FONTS = "addEventListener('load',function(){var s=d.getElementById('board-text');if(s)s.media='all'});"

/**
 * Going back from a reloaded page to one that the app had walked in place changes the address alone, for to the browser both are one
 * document. Nobody follows before the app is there, so the page of the address is loaded.
 */
const FOLLOW_HISTORY =
  "var w=1,at=location.pathname+location.search;addEventListener('popstate',function(){if(w&&location.pathname+location.search!==at)location.reload()});"

/** The starter: runs the page's data blocks in order, then loads the app. Its text is the same on every page of a kind. */
function starter(entry: string, wake: WakeUp): string {
  if (wake === 'never') return `(function(d){${LATE_FONTS}${FOLLOW_HISTORY}})(document)`
  const go = `var go=function(){if(!w)return;w=0;d.querySelectorAll('script[type="text/page-data"]').forEach(function(b){var s=d.createElement('script');s.setAttribute('data-tsr-stream-part','');s.text=b.textContent;b.replaceWith(s)});import('${entry}')};`
  const when =
    wake === 'idle'
      ? `(self.requestIdleCallback||setTimeout)(go,{timeout:3000})`
      : `['pointerover','pointerdown','touchstart','keydown','focusin','submit'].forEach(function(e){addEventListener(e,go,{once:true,passive:true,capture:true})})`
  return `(function(d){${LATE_FONTS}${FOLLOW_HISTORY}${go}${when}})(document)`
}

/**
 * Puts the app's scripts to sleep until `wake`.
 * @throws Error where the framework's output no longer looks as this file knows it, so that an update cannot go unseen.
 */
export function deferScripts(html: string, wake: WakeUp): string {
  let found = false
  const deferred = withBlocks(html, ({ tag, attributes, content }) => {
    if (tag !== 'script') return null
    const entry = ENTRY.exec(attributes)?.[1]
    if (entry) {
      found = true
      return `<script>${starter(entry, wake)}</script>`
    }
    if (attributes === DATA)
      return wake === 'never' ? '' : `<script type="text/page-data">${content.replace(MANIFEST, NO_MANIFEST)}</script>`
    return content === BOUNDARY ? '' : null
  })
  if (!found) throw new Error('The rendered page has no module script; has the framework changed its output?')
  // The preloads stand in the head alone.
  const body = deferred.indexOf('<body')
  return deferred.slice(0, body).replace(PRELOADS, '') + deferred.slice(body)
}
