import type { EntryForm, Typed } from './entry-form'
import { refusalOf } from './refusal'

const SAVE_MS = 1500
const RETRY_MS = 5000

interface Kept {
  basis: string
  fields: Typed
  submitted: boolean
}

/** Saves what is typed, and keeps it in the browser until the server has it. */
export function saveByItself(page: EntryForm): void {
  const { form, address } = page
  const kept = `draft ${address}`
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving = false
  /** The button that was pressed while a save was under way: its form would be based on a text that is no longer the newest. */
  let pressed: { form: HTMLFormElement; button: HTMLElement | null } | null = null
  let outdated = page.isChoice
  /** What the server has; null where that is not known. */
  let last: string | null = page.servedText()
  /** What would be refused again. */
  let refused: string | null = null
  const now = () => JSON.stringify(page.typed())

  const writeCopy = (submitted = false) => {
    try {
      localStorage.setItem(kept, JSON.stringify({ basis: page.basis, fields: page.typed(), submitted }))
    } catch {}
  }
  const removeCopy = () => {
    try {
      localStorage.removeItem(kept)
    } catch {}
  }
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), ms)
  }
  const save = async () => {
    clearTimeout(timer)
    const text = now()
    if (outdated || text === refused) return
    if (saving) return later(SAVE_MS)
    if (text === last) {
      // What was refused is put back.
      if (refused !== null) {
        removeCopy()
        page.say('saved')
      }
      refused = null
      return
    }
    saving = true
    // Also where it was typed before this script came.
    page.showUnpublished()
    page.say('saving')
    try {
      const answer = await fetch(address, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...(JSON.parse(text) as Typed), basis: page.basis }),
      })
      const refusal = refusalOf(answer.status)
      if (refusal === 'conflict') {
        outdated = true
        page.say('outdated')
      } else if (refusal) {
        refused = text
        // The entry may be gone.
        if (refusal === 'forbidden') last = null
        page.say(refusal === 'forbidden' ? 'refused' : page.isTooLong() ? 'invalid' : 'unknown-file')
      } else if (answer.ok) {
        const { data } = (await answer.json()) as { data: { basis: string } }
        page.basis = data.basis
        last = text
        refused = null
        if (text === now()) removeCopy()
        else writeCopy()
        page.say('saved')
        page.showTitle()
      } else throw new Error(String(answer.status))
    } catch {
      last = null
      page.say('lost')
      later(RETRY_MS)
    } finally {
      saving = false
    }
    const waiting = pressed
    pressed = null
    // The form of the text sends it by itself. Another one would show a page without it: it waits for a save that succeeds.
    if (waiting && (waiting.form === form || outdated || text === last)) waiting.form.requestSubmit(waiting.button)
    if (!outdated && now() !== last) later(RETRY_MS)
  }

  // What was typed before a reload or a lost line.
  try {
    const before = JSON.parse(localStorage.getItem(kept) ?? 'null') as Kept | null
    const { posted } = form.dataset
    // A form that was sent and has arrived has given the entry another basis; so has somebody else, where it has not arrived.
    const arrived = posted === 'saved' && before?.submitted && before.basis !== page.basis
    if (posted === 'unsaved') writeCopy()
    else if (arrived || JSON.stringify(before?.fields) === last) removeCopy()
    else if (before) {
      page.restore(before.fields)
      // Whether the entry is withdrawn is what this page shows, maybe by the button that sent it.
      page.basis = before.basis.replace(/w?\./, /w?\./.exec(page.basis)?.[0] ?? '.')
      page.say('restored')
    }
  } catch {}
  if (now() !== last) later(SAVE_MS)

  form.addEventListener('input', ({ target }) => {
    if (!page.owns((target as HTMLInputElement).name)) return
    page.showUnpublished()
    writeCopy()
    later(SAVE_MS)
  })
  // Every form of the page, such as the one that brings a version back: what is typed is saved first.
  document.addEventListener('submit', (event) => {
    const sent = event.target as HTMLFormElement
    if (sent.method === 'dialog' || (sent !== form && !sent.elements.namedItem('basis'))) return
    clearTimeout(timer)
    if (saving || (sent !== form && !outdated && now() !== last)) {
      event.preventDefault()
      pressed = { form: sent, button: event.submitter }
      // Somebody who has signed in again meanwhile may save it.
      refused = null
      if (!saving) void save()
      return
    }
    if (sent !== form) return
    outdated = true
    const action = (event.submitter as HTMLButtonElement | null)?.value
    if (action === 'discard' || action === 'take-theirs') removeCopy()
    else writeCopy(true)
  })
  addEventListener('online', () => void save())
}
