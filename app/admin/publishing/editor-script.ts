/** Address of the editor's script, which only the admin serves. */
export const EDITOR_SCRIPT = '/admin/editor.js'

/** The script as text. */
export const editorScript = (): string => `(${String(runEditor)})()`

/**
 * Runs in the browser, on the editor's page only: saves what is typed, keeps it in the browser until it is saved, shows it in the real
 * page beside it, and makes the toolbar and dropped files work. It uses nothing of its module.
 */
function runEditor(): void {
  interface Kept {
    basis: string
    fields: object
    submitted: boolean
  }
  const SAVE_MS = 1500
  const RETRY_MS = 5000
  const PREVIEW_MS = 300
  const form = document.querySelector<HTMLFormElement>('form[data-editor]')
  if (!form) return
  const address = form.dataset.editor ?? ''
  const messages = JSON.parse(form.dataset.messages ?? '{}') as Record<string, string>
  const status = form.querySelector('[data-status]')
  const basis = form.elements.namedItem('basis') as HTMLInputElement
  const kept = `draft ${address}`
  /** The names of subject and contents, of each language. */
  const texts = JSON.parse(form.dataset.texts ?? '[]') as [subject: string, contents: string][]
  const subjectOf = (contents: string) => texts.find((pair) => pair[1] === contents)?.[0] ?? ''
  const NAMES = ['sub_category_id', 'white_label', ...texts.flat()]
  const fieldOf = (name: string, of = form) => of.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement
  const say = (text: string | undefined) => {
    if (status && status.textContent !== text) status.textContent = text ?? ''
  }
  const typed = (of = form) => {
    const priority = of.elements.namedItem('is_priority') as HTMLInputElement | null
    const values = Object.fromEntries(NAMES.map((name) => [name, fieldOf(name, of).value])) as Record<string, string>
    return { ...values, white_label: values.white_label || null, ...(priority && { is_priority: priority.checked }) }
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  let saving = false
  /** The button that was pressed while a save was under way: its form would be based on a text that is no longer the newest. */
  let pressed: HTMLElement | null = null
  // A page with both texts of a conflict saves nothing by itself: its buttons choose one of them.
  let outdated = form.elements.namedItem('seen') !== null
  // What the page came with is read from a copy: a fast writer has typed before this script runs.
  const served = form.cloneNode(true) as HTMLFormElement
  served.reset()
  let last = JSON.stringify(typed(served))

  const writeCopy = (submitted = false) => {
    try {
      localStorage.setItem(kept, JSON.stringify({ basis: basis.value, fields: typed(), submitted }))
    } catch {}
  }
  const removeCopy = () => {
    try {
      localStorage.removeItem(kept)
    } catch {}
  }
  const save = async () => {
    clearTimeout(timer)
    const text = JSON.stringify(typed())
    if (outdated || text === last) return
    if (saving) return void (timer = setTimeout(() => void save(), SAVE_MS))
    saving = true
    say(messages.saving)
    try {
      const answer = await fetch(address, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...(JSON.parse(text) as object), basis: basis.value }),
      })
      if (answer.status === 409) {
        outdated = true
        say(messages.outdated)
      } else if (answer.ok) {
        const { data } = (await answer.json()) as { data: { basis: string } }
        basis.value = data.basis
        last = text
        if (text === JSON.stringify(typed())) removeCopy()
        else writeCopy()
        say(messages.saved)
      } else throw new Error(String(answer.status))
    } catch {
      say(messages.lost)
      timer = setTimeout(() => void save(), RETRY_MS)
    } finally {
      saving = false
    }
    if (pressed) form.requestSubmit(pressed)
    if (!outdated && JSON.stringify(typed()) !== last) {
      clearTimeout(timer)
      timer = setTimeout(() => void save(), RETRY_MS)
    }
  }

  // What was typed before a reload or a lost line.
  try {
    const before = JSON.parse(localStorage.getItem(kept) ?? 'null') as Kept | null
    const { posted } = form.dataset
    // A form that was sent and has arrived has given the entry another basis; so has somebody else, where it has not arrived.
    const arrived = posted === 'saved' && before?.submitted && before.basis !== basis.value
    if (posted === 'unsaved') writeCopy()
    else if (arrived || JSON.stringify(before?.fields) === last) removeCopy()
    else if (before) {
      for (const [name, value] of Object.entries(before.fields)) {
        const field = fieldOf(name) as HTMLInputElement | null
        if (field?.type === 'checkbox') field.checked = value === true
        else if (field) field.value = (value as string | null) ?? ''
      }
      basis.value = before.basis
      say(messages.restored)
    }
  } catch {}
  if (JSON.stringify(typed()) !== last) timer = setTimeout(() => void save(), SAVE_MS)

  const previews = new Map<string, ReturnType<typeof setTimeout>>()
  const show = (name: string) => {
    clearTimeout(previews.get(name))
    previews.set(
      name,
      setTimeout(() => {
        const frame = form.querySelector<HTMLIFrameElement>(`[data-preview="${name}"]`)
        const page = frame?.contentDocument
        const heading = page?.querySelector('article h1')
        const body = page?.querySelector('article > div')
        if (!heading || !body) return
        heading.textContent = fieldOf(subjectOf(name)).value
        const source = fieldOf(name).value
        void fetch('/api/admin/markdown', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ source }),
        })
          .then((answer) => answer.json() as Promise<{ data: { html: string } }>)
          .then(({ data }) => {
            if (fieldOf(name).value === source) body.innerHTML = data.html
          })
          .catch(() => undefined)
      }, PREVIEW_MS),
    )
  }

  // The page in the frame stays as the server has sent it: hydrated, it would undo what is shown in it.
  for (const frame of form.querySelectorAll<HTMLIFrameElement>('[data-preview]')) {
    const freeze = () => {
      // A document that has just begun to load has no element yet; its `load` event comes here again.
      frame.contentDocument?.querySelector('html')?.setAttribute('data-hydration', 'off')
      const article = frame.contentDocument?.querySelector<HTMLElement>('article')
      if (!article) return
      frame.contentWindow?.scrollTo(0, article.getBoundingClientRect().top)
      // What stands around the text is there to be seen: a keyboard does not walk through the site's header and footer.
      for (let part: HTMLElement | null = article; part?.parentElement; part = part.parentElement)
        for (const other of part.parentElement.children) other.toggleAttribute('inert', other !== part)
      // What was typed while it was on its way.
      const name = frame.dataset.preview ?? ''
      if ([name, subjectOf(name)].some((each) => fieldOf(each).value !== fieldOf(each, served).value)) show(name)
    }
    frame.addEventListener('load', freeze)
    freeze()
  }

  form.addEventListener('input', ({ target }) => {
    const name = (target as HTMLInputElement).name
    if (!NAMES.includes(name) && name !== 'is_priority') return
    writeCopy()
    const contents = texts.find((pair) => pair.includes(name))?.[1]
    if (contents !== undefined) show(contents)
    clearTimeout(timer)
    timer = setTimeout(() => void save(), SAVE_MS)
  })
  form.addEventListener('submit', (event) => {
    clearTimeout(timer)
    if (saving) {
      event.preventDefault()
      pressed = event.submitter
      return
    }
    outdated = true
    const action = (event.submitter as HTMLButtonElement | null)?.value
    if (action === 'discard' || action === 'take-theirs') removeCopy()
    else writeCopy(true)
  })
  addEventListener('online', () => void save())

  /** Replaces the selection so that the browser's undo still works. */
  const insert = (area: HTMLTextAreaElement, text: string) => {
    area.focus()
    if (!document.execCommand('insertText', false, text)) area.setRangeText(text)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const bar of form.querySelectorAll<HTMLElement>('[data-tools]')) {
    const area = fieldOf(bar.dataset.tools ?? '') as HTMLTextAreaElement
    bar.hidden = false
    bar.addEventListener('click', ({ target }) => {
      const tool = (target as Element).closest<HTMLElement>('[data-tool]')?.dataset.tool
      if (!tool) return
      const { around, before, link, block } = JSON.parse(tool) as Record<string, string | undefined>
      const selected = area.value.slice(area.selectionStart, area.selectionEnd)
      if (around !== undefined) insert(area, around + selected + around)
      else if (link !== undefined) insert(area, `[${selected}](${link})`)
      else if (block !== undefined) insert(area, `\n\n${block}\n`)
      else if (before !== undefined) {
        area.selectionStart = area.value.lastIndexOf('\n', area.selectionStart - 1) + 1
        const lines = area.value.slice(area.selectionStart, area.selectionEnd).split('\n')
        insert(area, lines.map((line) => before + line).join('\n'))
      }
    })
  }

  // A file dropped or pasted is chosen in the field, whose form asks for its text alternative.
  const file = fieldOf('file') as HTMLInputElement
  const choose = (event: Event, files: FileList | undefined, into: string) => {
    if (!files || files.length === 0) return
    event.preventDefault()
    file.files = files
    fieldOf('into').value = into
    fieldOf('alt').focus()
  }
  for (const [, name] of texts) {
    const area = fieldOf(name)
    area.addEventListener('dragover', (event) => (event as DragEvent).preventDefault())
    area.addEventListener('drop', (event) => choose(event, (event as DragEvent).dataTransfer?.files, name))
    area.addEventListener('paste', (event) => choose(event, (event as ClipboardEvent).clipboardData?.files, name))
  }
}
