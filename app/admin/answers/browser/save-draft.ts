import { refusalOf } from '../../publishing/browser/refusal'

const SAVE_MS = 1500
const RETRY_MS = 5000

/** Saves the answer that is being typed. */
export function saveDraft(form: HTMLFormElement, area: HTMLTextAreaElement): void {
  const { draft = '', saved = '', lost = '', refused = '', long = '', ended = '' } = form.dataset
  const reasons = { conflict: refused, invalid: long, forbidden: ended }
  const status = form.querySelector('[data-status]')
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: AbortController | null = null
  const field = (name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  const value = (name: string) => field(name)?.value ?? ''
  const typed = () => JSON.stringify([area.value, value('cc')])
  /** Whether the last try has failed: what is typed is nowhere but here. */
  let isUnsaved = false
  /** What the server has; null where that is not known: a save is under way, was lost, or met another writer. */
  let last: string | null = JSON.stringify([area.defaultValue, field('cc')?.defaultValue ?? ''])
  const say = (text: string) => {
    if (status) status.textContent = text
  }
  const save = async () => {
    clearTimeout(timer)
    const text = area.value
    const now = typed()
    if (now === last) {
      // What was refused is put back.
      if (isUnsaved) say(saved)
      isUnsaved = false
      return
    }
    sending?.abort()
    const before = last
    last = null
    const own = (sending = new AbortController())
    try {
      const answer = await fetch(draft, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text, cc: value('cc'), id: value('id'), draft: value('draft'), turn: Date.now() }),
        signal: own.signal,
        keepalive: text.length < 20_000,
      })
      const refusal = answer.ok ? null : refusalOf(answer.status)
      if (!answer.ok && !refusal) throw new Error(String(answer.status))
      if (answer.ok) last = now
      else if (refusal === 'invalid') last = before
      isUnsaved = !answer.ok
      // What was typed meanwhile is saved next, and says so then.
      if (refusal || typed() === now) say(refusal ? reasons[refusal] : saved)
    } catch {
      if (own.signal.aborted) return
      isUnsaved = true
      say(lost)
      timer = setTimeout(() => void save(), RETRY_MS)
    }
  }
  for (const written of [area, field('cc')])
    written?.addEventListener('input', () => {
      say('')
      clearTimeout(timer)
      timer = setTimeout(() => void save(), SAVE_MS)
    })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void save()
  })
  // Another form of the page shows it anew: the draft goes first, so that the next page has it.
  let isLeaving = false
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event
    if (target === form || !(target instanceof HTMLFormElement) || isLeaving || typed() === last) return
    // A dialog of the form itself.
    if (target.method === 'dialog') return
    event.preventDefault()
    isLeaving = true
    void save().finally(() => {
      target.requestSubmit(submitter)
      isLeaving = false
    })
  })
  addEventListener('beforeunload', (event) => {
    if (isUnsaved && typed() !== last) event.preventDefault()
  })
  // What is sent is no draft any more.
  form.addEventListener('submit', () => {
    clearTimeout(timer)
    sending?.abort()
    last = typed()
  })
}
