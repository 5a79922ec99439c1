import type { EntryForm } from './entry-form'

const PREVIEW_MS = 300

/** Shows what is typed in the real pages beside it: each language in its own, and the other one where it has no text. */
export function showPreviews(page: EntryForm): void {
  const frames = page.texts.flatMap(({ language, contents }) => {
    const frame = page.form.querySelector<HTMLIFrameElement>(`[data-preview="${contents}"]`)
    return frame ? [{ language, frame }] : []
  })
  /** The first text that is there, as the page of a language shows it. */
  const shownIn = (language: string, part: 'subject' | 'contents') => {
    const texts = page.startingWith(language)
    return texts.find((text) => page.field(text[part]).value.trim() !== '') ?? texts[0]
  }

  const render = (language: string, { contentDocument }: HTMLIFrameElement) => {
    const heading = contentDocument?.querySelector<HTMLElement>('article h1')
    const body = contentDocument?.querySelector<HTMLElement>('article > div')
    const [subject, contents] = [shownIn(language, 'subject'), shownIn(language, 'contents')]
    if (!heading || !body || !subject || !contents) return
    heading.textContent = page.field(subject.subject).value
    const source = page.field(contents.contents).value
    body.lang = contents.language
    void fetch('/api/admin/markdown', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source }),
    })
      .then((answer) => answer.json() as Promise<{ data: { html: string } }>)
      .then(({ data }) => {
        const isNewest = shownIn(language, 'contents') === contents && page.field(contents.contents).value === source
        if (isNewest) body.innerHTML = data.html
      })
      .catch(() => undefined)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const renderSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => frames.forEach(({ language, frame }) => render(language, frame)), PREVIEW_MS)
  }

  const isChanged = () =>
    page.texts.some(({ subject, contents }) =>
      [subject, contents].some((name) => page.field(name).value !== page.served(name)),
    )
  // The page in the frame stays as the server has sent it: hydrated, it would undo what is shown in it.
  for (const { frame } of frames) {
    const freeze = () => {
      // A document that has just begun to load has no element yet; its `load` event comes here again.
      frame.contentDocument?.querySelector('html')?.setAttribute('data-hydration', 'off')
      const article = frame.contentDocument?.querySelector<HTMLElement>('article')
      if (!article) return
      // Below the header, which stays in sight.
      const header = frame.contentDocument?.querySelector('header')
      frame.contentWindow?.scrollBy(0, article.getBoundingClientRect().top - (header?.offsetHeight ?? 0))
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
