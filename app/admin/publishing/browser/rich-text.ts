import { Editor } from '@tiptap/core'
import type { EntryForm } from './entry-form'
import { addFile, type AddedFile } from './file-dialog'
import { cleanPasted } from './paste'
import { shownAddress } from './pictures'
import { RichMarkdown } from './rich-markdown'
import { extensions } from './rich-nodes'
import { askForLink, connectToolbar, writeAtCursor } from './toolbar'

/** A Markdown field and what stands around it. */
interface MarkdownField {
  area: HTMLTextAreaElement
  bar: HTMLElement | null
  label: HTMLLabelElement | null
  /** How a picture of the text is shown. */
  picture: (src: string, alt: string) => HTMLElement
  /** What becomes of a file that is chosen, pasted or dropped; null where it is no part of the text. */
  addFile: (file?: File) => Promise<AddedFile | null>
}

/** Puts the editor in place of each Markdown field of an entry. */
export function writeRichText(page: EntryForm): void {
  for (const { contents } of page.texts)
    richText({
      area: page.field(contents) as HTMLTextAreaElement,
      bar: page.form.querySelector<HTMLElement>(`[data-tools="${contents}"]`),
      label: page.form.querySelector<HTMLLabelElement>(`label[for="${contents}"]`),
      picture,
      addFile: (file) => addFile(page, file),
    })
  // Files are put at the cursor here; choosing one for the end of the text is for a page without scripts.
  page.form.querySelector<HTMLElement>('[data-files]')?.remove()
}

function picture(src: string, alt: string): HTMLElement {
  const image = document.createElement('img')
  image.alt = alt
  void shownAddress(src).then((address) => (image.src = address))
  return image
}

/** Puts the editor in place of a Markdown field, which stays what is sent. */
export function richText({ area, bar, label, picture: show, addFile: take }: MarkdownField): void {
  if (!bar || !label) return
  label.id = `label-${area.id}`
  const place = document.createElement('div')
  area.parentNode?.insertBefore(place, area)
  const hints = area.getAttribute('aria-describedby')
  const editor: Editor = new Editor({
    element: place,
    extensions: extensions(show),
    injectCSS: false,
    // What is pasted says by itself what it is: signs such as __init__ are no Markdown.
    enablePasteRules: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': label.id,
        ...(hints && { 'aria-describedby': hints }),
        class: 'rich-text',
        lang: area.lang,
      },
      transformPastedHTML: cleanPasted,
      handlePaste: (_, event) => takeFiles(event, event.clipboardData),
      handleDrop(view, event) {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        return takeFiles(event, event.dataTransfer, at)
      },
    },
    onUpdate() {
      area.value = markdown.write(editor.state.doc)
      area.dispatchEvent(new Event('input', { bubbles: true }))
    },
  })
  const markdown = new RichMarkdown(editor.schema)
  const open = () => {
    // A change that is nobody's: neither saved nor undone.
    const transaction = editor.state.tr.replaceWith(0, editor.state.doc.content.size, markdown.open(area.value).content)
    editor.view.dispatch(transaction.setMeta('addToHistory', false).setMeta('preventUpdate', true))
  }
  open()

  const insertFile = async (file?: File, at?: number) => {
    const added = await take(file)
    if (!added) return writeAtCursor(editor)
    const { address, isPicture, text } = added
    const content = isPicture
      ? { type: 'image', attrs: { src: address, alt: text } }
      : { type: 'text', text, marks: [{ type: 'link', attrs: { href: address } }] }
    writeAtCursor(editor, (chain) => chain.insertContentAt(at ?? editor.state.selection, content))
  }
  function takeFiles(event: Event, data: DataTransfer | null, at?: number): boolean {
    const files = [...(data?.files ?? [])]
    // A table of a spreadsheet comes with a picture of itself.
    if (files.length === 0 || /<(?:table|p|li|h\d)\b/i.test(data?.getData('text/html') ?? '')) return false
    event.preventDefault()
    void files.reduce<Promise<unknown>>((before, file) => before.then(() => insertFile(file, at)), Promise.resolve())
    return true
  }

  /** The same text as Markdown, for whoever prefers it. */
  const showMarkdown = () => {
    const isShown = area.hidden
    if (!isShown) open()
    area.hidden = !isShown
    place.hidden = isShown
    for (const tool of bar.querySelectorAll<HTMLElement>('[data-tool]:not([data-tool="markdown"])'))
      tool.hidden = isShown
    bar.querySelector('[data-tool="markdown"]')?.setAttribute('aria-pressed', String(isShown))
    if (isShown) area.focus()
    else writeAtCursor(editor)
  }
  const wasTyping = document.activeElement === area
  area.hidden = true
  if (wasTyping) writeAtCursor(editor, (chain) => chain.focus('end'))
  label.addEventListener('click', () => writeAtCursor(editor))
  connectToolbar(bar, editor, {
    link: () => void askForLink(editor),
    file: () => void insertFile(),
    markdown: showMarkdown,
  })
}
