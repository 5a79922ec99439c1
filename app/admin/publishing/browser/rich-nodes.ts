import { Node, type Extensions } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { BulletList, OrderedList } from '@tiptap/extension-list'
import { StarterKit } from '@tiptap/starter-kit'

/** A part of the Markdown that the editor cannot show as what it is, such as folded details in HTML: its own text, kept as it is. */
const SourceBlock = Node.create({
  name: 'sourceBlock',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  parseHTML: () => [{ tag: 'pre[data-source]', preserveWhitespace: 'full' as const, priority: 100 }],
  renderHTML: () => ['pre', { 'data-source': '' }, 0],
})

/** A list whose items stand close together has no empty lines between them. */
const tight = {
  tight: {
    default: true,
    rendered: false,
    parseHTML: (list: HTMLElement) => list.querySelector(':scope > li > p') === null,
  },
}

const LISTS = [BulletList, OrderedList].map((list) =>
  list.extend({
    addAttributes() {
      return { ...this.parent?.(), ...tight }
    },
  }),
)

/**
 * What an entry may consist of: what Markdown has. A table is a grid, each cell with lines of text.
 * @param shown gives the element of a picture, whose file may not be public yet
 */
export const extensions = (shown: (src: string, alt: string) => HTMLElement): Extensions => [
  StarterKit.configure({
    underline: false,
    trailingNode: false,
    bulletList: false,
    orderedList: false,
    code: false,
    link: { openOnClick: false, defaultProtocol: 'https' },
  }),
  ...LISTS,
  // Beside other marks, as in Markdown, and the innermost of them.
  Code.extend({ excludes: '', priority: 1 }),
  SourceBlock,
  Image.extend({
    addNodeView() {
      return ({ node }) => ({ dom: shown(String(node.attrs.src), String(node.attrs.alt ?? '')) })
    },
  }).configure({ inline: true }),
  // A style attribute, which the library would write for the width, is not allowed here (decision 025).
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }),
  TableRow,
  TableHeader.extend({ content: 'paragraph+' }),
  TableCell.extend({ content: 'paragraph+' }),
]
