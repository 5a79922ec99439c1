import type { ChainedCommands, Editor } from '@tiptap/core'
import { ask, dialogOf, inputOf } from './dialogs'

/** What a button does, and whether the place of the cursor has it already. */
interface Tool {
  run(chain: ChainedCommands): ChainedCommands
  isActive?(editor: Editor): boolean
}

const TOOLS: Record<string, Tool> = {
  bold: { run: (chain) => chain.toggleBold(), isActive: (editor) => editor.isActive('bold') },
  italic: { run: (chain) => chain.toggleItalic(), isActive: (editor) => editor.isActive('italic') },
  heading: {
    run: (chain) => chain.toggleHeading({ level: 2 }),
    isActive: (editor) => editor.isActive('heading', { level: 2 }),
  },
  subheading: {
    run: (chain) => chain.toggleHeading({ level: 3 }),
    isActive: (editor) => editor.isActive('heading', { level: 3 }),
  },
  list: { run: (chain) => chain.toggleBulletList(), isActive: (editor) => editor.isActive('bulletList') },
  numbers: { run: (chain) => chain.toggleOrderedList(), isActive: (editor) => editor.isActive('orderedList') },
  quote: { run: (chain) => chain.toggleBlockquote(), isActive: (editor) => editor.isActive('blockquote') },
  table: { run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }) },
  'row-add': { run: (chain) => chain.addRowAfter() },
  'row-delete': { run: (chain) => chain.deleteRow() },
  'column-add': { run: (chain) => chain.addColumnAfter() },
  'column-delete': { run: (chain) => chain.deleteColumn() },
  'table-delete': { run: (chain) => chain.deleteTable() },
  undo: { run: (chain) => chain.undo() },
  redo: { run: (chain) => chain.redo() },
}

/**
 * Makes the toolbar of a text work: one stop of the keyboard, arrows within (WAI-ARIA, toolbar), each button with its state.
 * @param more what buttons do that are no commands of the editor
 */
export function connectToolbar(bar: HTMLElement, editor: Editor, more: Record<string, () => void>): void {
  const buttons = [...bar.querySelectorAll<HTMLButtonElement>('[data-tool]')]
  const nameOf = (button: HTMLButtonElement) => button.dataset.tool ?? ''
  const visible = () => buttons.filter((button) => !button.closest('[hidden]'))
  const stopAt = (stop: HTMLButtonElement | undefined) => {
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
  }
  const show = () => {
    for (const part of bar.querySelectorAll<HTMLElement>('[data-in-table]')) part.hidden = !editor.isActive('table')
    for (const button of buttons) {
      const tool = TOOLS[nameOf(button)]
      if (tool?.isActive) button.setAttribute('aria-pressed', String(tool.isActive(editor)))
    }
    if (!visible().some(({ tabIndex }) => tabIndex === 0)) stopAt(visible()[0])
  }
  bar.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('[data-tool]')
    if (!button) return
    const tool = TOOLS[nameOf(button)]
    if (tool) writeAtCursor(editor, tool.run)
    else more[nameOf(button)]?.()
  })
  bar.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const stops = visible()
    const next = stops.at((stops.indexOf(event.target as HTMLButtonElement) + step) % stops.length)
    stopAt(next)
    next?.focus()
  })
  bar.hidden = false
  editor.on('transaction', show)
  show()
}

/**
 * Changes the text, and gives it the focus at once: the editor's own `focus` waits for a frame, and what is typed before it is lost.
 * @param change what is done at the cursor; without it the text has only the focus again
 */
export function writeAtCursor(editor: Editor, change: Tool['run'] = (chain) => chain): void {
  change(editor.chain()).scrollIntoView().run()
  editor.view.focus()
}

/** Asks for the address of a link: that of the selected text, or a new one with its text. */
export async function askForLink(editor: Editor): Promise<void> {
  const dialog = dialogOf('link')
  if (!dialog) return
  if (editor.isActive('link')) editor.chain().extendMarkRange('link').run()
  const [address, text] = [inputOf(dialog, 'address'), inputOf(dialog, 'text')]
  const { from, to } = editor.state.selection
  address.value = String(editor.getAttributes('link').href ?? '')
  text.value = editor.state.doc.textBetween(from, to, ' ')
  const before = text.value
  const check = () => {
    const isRefused = address.value.trim() !== '' && linkOf(address.value) === null
    address.setCustomValidity(isRefused ? (address.dataset.refused ?? '') : '')
  }
  check()
  address.addEventListener('input', check)
  const answer = await ask(dialog)
  address.removeEventListener('input', check)
  if (answer === 'remove') return writeAtCursor(editor, (chain) => chain.unsetLink())
  const href = linkOf(address.value)
  if (answer !== 'add' || href === null) return writeAtCursor(editor)
  const shown = text.value.trim() || href
  writeAtCursor(editor, (chain) =>
    from !== to && shown === before
      ? chain.setLink({ href })
      : chain
          .insertContent({ type: 'text', text: shown, marks: [{ type: 'link', attrs: { href } }] })
          .unsetMark('link'),
  )
}

/**
 * The address of a link: of the web, a mailbox, a telephone or this site. `example.com` is meant as an address, and `a@example.com` as a
 * mailbox.
 * @returns null for what is none, such as an address of another scheme, which the site would not show (functions/http/sanitize-html.ts)
 */
function linkOf(typed: string): string | null {
  const text = typed.trim()
  if (/^(?:\/(?!\/)|#|mailto:|tel:)/i.test(text)) return text
  if (/^[^\s/@:]+@[^\s/@:]+$/.test(text)) return `mailto:${text}`
  const href = /^https?:/i.test(text) ? text : `https://${text}`
  // `https://ftp://a.example` could be read, and is not meant.
  return URL.canParse(href) && !/^(?!https?:)[a-z][a-z\d+-]*:/i.test(text) ? href : null
}
