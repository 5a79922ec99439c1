import { fileURLToPath } from 'node:url'
import type { Virtual } from '@guidepup/virtual-screen-reader'
import type { Locator, Page } from 'playwright-core'
import { build } from 'vite'
import { expect } from 'vitest'

/**
 * Whoever hears a page: what a screen reader says of it, in its order. A phrase is the role in the words of ARIA, the name, and what else
 * is known, such as `textbox, E-mail, invalid, required`. `page` is the title with which a page begins, `polite` and `assertive` are said
 * without being looked for, and `[ko]` is before what is in another language than the page.
 */
export interface Listener {
  /** What is said when a part of the page is read from its beginning to its end. */
  read(part?: string): Promise<string[]>
  /** What was said by itself since it was last asked for, once the last of it is this: where the focus went, and what was told. */
  hears(last: RegExp | string): Promise<string[]>
  /** Presses keys, and gives what is heard of it. */
  press(...keys: string[]): Promise<string[]>
  /** Goes to a control, as by a list of links or fields, and gives what is heard of it. */
  goTo(control: Locator): Promise<string[]>
}

interface ListenerWindow {
  Virtual: typeof Virtual
  hear(phrase: string): void
  read(part: string): Promise<string[]>
}

/** Begins to listen to a page, before it opens anything. */
export async function listenTo(page: Page): Promise<Listener> {
  let said: string[] = []
  await page.exposeFunction('hear', (phrase: string) => said.push(phrase))
  await page.addInitScript(await (script ??= bundled()))
  const heard = () => {
    const phrases = said
    said = []
    return phrases
  }
  /** The library looks at the page after the event. */
  const settle = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  return {
    read: (part = 'body') => page.evaluate((of) => (window as unknown as ListenerWindow).read(of), part),
    async hears(last) {
      await expect.poll(() => said.at(-1) ?? '', { message: 'the last thing heard', timeout: 15_000 }).toMatch(last)
      return heard()
    },
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key)
      await settle()
      return heard()
    },
    async goTo(control) {
      await control.focus()
      await settle()
      return heard()
    },
  }
}

let script: Promise<string> | undefined

/** The library as a classic script: the policy of a page allows no module of another origin. */
async function bundled(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js')),
        formats: ['iife'],
        name: 'library',
      },
    },
  })
  const [chunk] = [made].flat().flatMap((each) => ('output' in each ? each.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The library could not be bundled.')
  // Not in frames: what is in them is a page of its own.
  return `if (window === top) {${chunk.code}\nwindow.Virtual = library.Virtual; (${String(listenInPage)})()}`
}

/**
 * Runs in every document of the page, before its own scripts. It corrects what the library does not know: alerts that come with their text,
 * the text of a chosen option, the state of a disclosure, closed parts, and the language.
 */
function listenInPage(): void {
  const page = window as unknown as ListenerWindow
  /** Roles that no screen reader says of running text, and the ends of parts. */
  const SILENT =
    /^(?:paragraph|strong|emphasis|time|rowgroup|row|listitem|term|definition|code|(?:form|group|end)$|end of\b|end,)/
  const LIVE = /^(?:polite|assertive): /
  const elementOf = (node: Node | null) => (node instanceof Element ? node : (node?.parentElement ?? null))

  const asSaid = (element: Element, phrase: string) => {
    const summary = element.closest('summary')
    let said = phrase
    if (element instanceof HTMLSelectElement && element.value !== '')
      said = phrase.replace(`, ${element.value}`, `, ${element.selectedOptions[0]?.text}`)
    else if (element instanceof HTMLButtonElement && element.value !== '')
      said = phrase.replace(`, ${element.value}`, '')
    else if (element instanceof HTMLInputElement && element.type === 'file') said = `button, ${phrase}`
    else if (element instanceof HTMLHRElement) said = 'separator'
    else if (summary) {
      const isOpen = (summary.parentElement as HTMLDetailsElement).open
      said = `summary, ${summary.innerText.replace(/\s+/g, ' ').trim()}, ${isOpen ? 'expanded' : 'collapsed'}`
    }
    const lang = element.closest<HTMLElement>('[lang]')?.lang
    return lang && lang !== document.documentElement.lang ? `[${lang}] ${said}` : said
  }

  page.read = async (part) => {
    const container = document.querySelector(part)
    if (!container) throw new Error(`There is no ${part}.`)
    const reader = new page.Virtual()
    await reader.start({ container })
    const first = reader.activeNode
    const said: string[] = []
    /** A link, button or summary whose name has been said: its contents say the same. */
    let named: Element | null = null
    do {
      const element = elementOf(reader.activeNode)
      const phrase = await reader.lastSpokenPhrase()
      const whole = element?.closest('a, button, summary') ?? null
      const isNew = whole === null || whole !== named
      named = whole
      const isEmpty = phrase === '' || (phrase === 'status' && element?.textContent === '')
      // What is in a cell is said one by one.
      const isParted = element?.matches('td, [role=cell]') && element === reader.activeNode && element.firstElementChild
      if (element?.checkVisibility() && !element.closest('option, optgroup'))
        if (isNew && !isEmpty && !isParted && !SILENT.test(phrase)) said.push(asSaid(element, phrase))
      await reader.next()
    } while (reader.activeNode !== first)
    await reader.stop()
    return said
  }

  /** The library cannot tell where a text was that is not in the page any more. */
  class ObserverOfPage extends MutationObserver {
    constructor(callback: MutationCallback) {
      super((changes, observer) =>
        callback(
          changes.filter(({ target }) => elementOf(target)?.isConnected),
          observer,
        ),
      )
    }
  }

  /** What is said of a control by itself. */
  const phraseOf = async (element: Element) => {
    const reader = new page.Virtual()
    await reader.start({ container: document.body })
    const first = reader.activeNode
    do await reader.next()
    while (reader.activeNode !== element && reader.activeNode !== first)
    const phrase = await reader.lastSpokenPhrase()
    await reader.stop()
    return asSaid(element, phrase)
  }

  const listen = async () => {
    page.hear(`page, ${document.title}`)
    // By autofocus, before anybody listens.
    const focused = document.activeElement
    const reader = new page.Virtual()
    await reader.start({ container: document.body, window: { document, MutationObserver: ObserverOfPage } })
    const log = await reader.spokenPhraseLog()
    const ofThisTask = new Set<string>()
    log.push = (...phrases) => {
      for (const phrase of phrases) {
        // A browser tells once what changed at once, and nothing of a region that was emptied.
        if (ofThisTask.has(phrase) || phrase.trim().endsWith(':')) continue
        ofThisTask.add(phrase)
        setTimeout(() => ofThisTask.delete(phrase))
        const { activeElement } = document
        page.hear(activeElement && !LIVE.test(phrase) ? asSaid(activeElement, phrase) : phrase)
      }
      return Array.prototype.push.apply(log, phrases)
    }
    if (focused && focused !== document.body) page.hear(await phraseOf(focused))
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element)
          for (const alert of [node, ...node.querySelectorAll('*')])
            if (alert.matches('[role=alert]')) page.hear(`assertive: ${alert.textContent?.trim()}`)
    }).observe(document.body, { childList: true, subtree: true })
  }
  document.addEventListener('DOMContentLoaded', () => void listen())
}
