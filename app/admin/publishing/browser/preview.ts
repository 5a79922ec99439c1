import { type EntryForm, subjectOf, type TextName, TEXTS } from './entry-form'

const PREVIEW_MS = 300

/** Shows what is typed in the real pages beside it: each language in its own, and the other one where it has no text. */
export function showPreviews(page: EntryForm): void {
  const frames = new Map<TextName, HTMLIFrameElement>()
  for (const name of TEXTS) {
    const frame = page.form.querySelector<HTMLIFrameElement>(`[data-preview="${name}"]`)
    if (frame) frames.set(name, frame)
  }
  const other = (name: TextName): TextName => (name === 'contents' ? 'contents_en' : 'contents')
  const subject = (name: TextName) => page.field(subjectOf(name)).value
  const contents = (name: TextName) => (page.field(name).value.trim() === '' ? other(name) : name)

  const render = (name: TextName) => {
    const document = frames.get(name)?.contentDocument
    const heading = document?.querySelector<HTMLElement>('article h1')
    const body = document?.querySelector<HTMLElement>('article > div')
    if (!heading || !body) return
    heading.textContent = subject(name) || subject(other(name))
    const shown = contents(name)
    const source = page.field(shown).value
    body.lang = shown === 'contents' ? 'ko' : 'en'
    void fetch('/api/admin/markdown', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source }),
    })
      .then((answer) => answer.json() as Promise<{ data: { html: string } }>)
      .then(({ data }) => {
        if (contents(name) === shown && page.field(shown).value === source) body.innerHTML = data.html
      })
      .catch(() => undefined)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const renderSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => frames.forEach((_, name) => render(name)), PREVIEW_MS)
  }

  const isChanged = () =>
    TEXTS.some((name) => [name, subjectOf(name)].some((each) => page.field(each).value !== page.served(each)))
  // The page in the frame stays as the server has sent it: hydrated, it would undo what is shown in it.
  for (const frame of frames.values()) {
    const freeze = () => {
      // A document that has just begun to load has no element yet; its `load` event comes here again.
      frame.contentDocument?.querySelector('html')?.setAttribute('data-hydration', 'off')
      const article = frame.contentDocument?.querySelector<HTMLElement>('article')
      if (!article) return
      frame.contentWindow?.scrollTo(0, article.getBoundingClientRect().top)
      // What stands around the text is there to be seen: a keyboard does not walk through the site's header and footer.
      for (let part: HTMLElement | null = article; part?.parentElement; part = part.parentElement)
        for (const neighbour of part.parentElement.children) neighbour.toggleAttribute('inert', neighbour !== part)
      // What was typed while it was on its way.
      if (isChanged()) renderSoon()
    }
    frame.addEventListener('load', freeze)
    freeze()
  }
  page.form.addEventListener('input', ({ target }) => {
    if (/^(?:subject|contents)/.test((target as HTMLInputElement).name)) renderSoon()
  })
}
