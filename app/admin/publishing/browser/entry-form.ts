type Field = HTMLInputElement | HTMLTextAreaElement

/** The fields of a language. */
interface TextFields {
  language: string
  subject: string
  contents: string
}

/** Every field of an entry, as the API takes them. */
export type Typed = Record<string, string | boolean | null>

/** The form of an entry on its page, and what the page says beside it. */
export class EntryForm {
  readonly form: HTMLFormElement
  /** Address of the entry's JSON. */
  readonly address: string
  /** A page with both texts of a conflict: its buttons choose one of them. */
  readonly isChoice: boolean
  /** In the order of the languages. */
  readonly texts: readonly TextFields[]
  readonly #names: readonly string[]
  readonly #words: Record<string, string>
  readonly #served: HTMLFormElement

  constructor(form: HTMLFormElement) {
    this.form = form
    this.address = form.dataset.editor ?? ''
    this.isChoice = form.elements.namedItem('seen') !== null
    this.texts = JSON.parse(form.dataset.texts ?? '[]') as TextFields[]
    this.#names = [
      'sub_category_id',
      'white_label',
      ...this.texts.flatMap(({ subject, contents }) => [subject, contents]),
    ]
    this.#words = JSON.parse(form.dataset.messages ?? '{}') as Record<string, string>
    // What the page came with is read from a copy: a fast writer has typed before this script runs.
    this.#served = form.cloneNode(true) as HTMLFormElement
    this.#served.reset()
  }

  field(name: string, of = this.form): Field {
    return of.elements.namedItem(name) as Field
  }

  /** What the form came with. */
  served(name: string): string {
    return this.field(name, this.#served).value
  }

  typed(of = this.form): Typed {
    const priority = of.elements.namedItem('is_priority') as HTMLInputElement | null
    const texts = Object.fromEntries(this.#names.map((name) => [name, this.field(name, of).value]))
    return { ...texts, white_label: texts.white_label || null, ...(priority && { is_priority: priority.checked }) }
  }

  servedText(): string {
    return JSON.stringify(this.typed(this.#served))
  }

  /** The texts, that of a language first: where it is empty, a page shows the next one. */
  startingWith(language: string): TextFields[] {
    return this.texts.toSorted((one, other) => Number(other.language === language) - Number(one.language === language))
  }

  /** Whether a field of that name is part of the entry. */
  owns(name: string): boolean {
    return name === 'is_priority' || this.#names.includes(name)
  }

  /** Whether a text is longer than its field allows, which what an editor writes can be. */
  isTooLong(): boolean {
    const fields = this.texts.flatMap(({ subject, contents }) => [this.field(subject), this.field(contents)])
    return fields.some(({ value, maxLength }) => value.length > maxLength)
  }

  /** Puts a text that was kept back into the fields. */
  restore(typed: Typed): void {
    for (const [name, value] of Object.entries(typed)) {
      const field = this.field(name) as HTMLInputElement | null
      if (field?.type === 'checkbox') field.checked = value === true
      else if (field) field.value = typeof value === 'string' ? value : ''
    }
  }

  get basis(): string {
    return this.field('basis').value
  }

  /** What every other form of the page is based on changes with it: a version that is brought back is no conflict with oneself. */
  set basis(basis: string) {
    for (const field of document.querySelectorAll<HTMLInputElement>('input[name="basis"]')) field.value = basis
  }

  word(name: string): string {
    return this.#words[name] ?? ''
  }

  /** Says how the saving goes. */
  say(message: string): void {
    const status = this.form.querySelector('[data-status]')
    const text = this.word(message)
    if (status && status.textContent !== text) status.textContent = text
  }

  /** What the page says changes with the first letter: what was true of the stored text is not true of this one. */
  showUnpublished(): void {
    for (const old of document.querySelectorAll('[data-message]')) old.remove()
    for (const note of document.querySelectorAll<HTMLElement>('[data-unpublished]')) note.hidden = false
  }

  /** The heading of the page is the title, in its own language where it has one. */
  showTitle(): void {
    const subjects = this.startingWith(document.documentElement.lang).map(({ subject }) => this.field(subject).value)
    const title = subjects.find((subject) => subject !== '') ?? this.word('untitled')
    const heading = document.querySelector('main h1')
    if (!heading) return
    document.title = document.title.replace(heading.textContent ?? '', () => title)
    heading.textContent = title
  }
}
