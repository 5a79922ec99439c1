import { type MarkdownSerializerState, defaultMarkdownSerializer, MarkdownSerializer } from 'prosemirror-markdown'
import type { Node } from '@tiptap/pm/model'

/** How bold, italic and struck text is written. */
export type Marks = 'markdown' | 'html'

const { nodes, marks } = defaultMarkdownSerializer

/** What prosemirror-markdown leaves as it is, and Markdown would read as more than text. */
const SIGNS = [
  // HTML, and the name of a character.
  /<|&(?=#?\w+;)/,
  // Underscores beside one that it has escaped: it takes an underscore for a letter, so that `__init__` would become emphasis.
  /(?<=\\_+)_|(?<!\\)_(?=_*\\_)/,
  // The start of a block, also behind a line break, and of an item such as `1)`.
  /(?<=^\s*)(?:>|[-+](?=\s|-|$)|=(?==*\s*$)|#(?=#{0,5}(?:\s|$)))/,
  /(?<=^\s*\d{1,9})[.)](?=\s|$)/,
  // The line below the head of a table.
  /(?<=^\s*)[|:-](?=[\s|:-]*$)/,
  // The end of a heading.
  /(?<=\s)#(?=#*$)/,
]
const EXTRA = new RegExp(SIGNS.map(({ source }) => source).join('|'), 'g')

const around = (open: string, close = open) => ({ open, close, mixable: true, expelEnclosingWhitespace: true })
const link = marks.link!
const code = marks.code!
const MARKS = {
  markdown: { bold: around('**'), italic: around('*'), strike: around('~~'), link, code },
  html: {
    bold: around('<strong>', '</strong>'),
    italic: around('<em>', '</em>'),
    strike: around('<del>', '</del>'),
    link,
    code,
  },
}

const NODES: typeof nodes = {
  paragraph: nodes.paragraph!,
  heading: nodes.heading!,
  blockquote: nodes.blockquote!,
  horizontalRule: nodes.horizontal_rule!,
  image: nodes.image!,
  text: nodes.text!,
  listItem: nodes.list_item!,
  bulletList: (state, node) => state.renderList(node, '  ', () => '- '),
  orderedList(state, node) {
    const start = Number(node.attrs.start ?? 1)
    const width = String(start + node.childCount - 1).length + 2
    state.renderList(node, ' '.repeat(width), (index) => `${start + index}. `.padEnd(width))
  },
  hardBreak: nodes.hard_break!,
  codeBlock(state, node) {
    const longest = Math.max(2, ...(node.textContent.match(/`{3,}/g) ?? []).map(({ length }) => length))
    const fence = '`'.repeat(longest + 1)
    state.write(`${fence}${String(node.attrs.language ?? '')}\n`)
    state.text(node.textContent.replace(/\n$/, ''), false)
    state.write('\n')
    state.write(fence)
    state.closeBlock(node)
  },
  sourceBlock(state, node) {
    state.text(node.textContent, false)
    state.closeBlock(node)
  },
}

/** @param how and whether it is for one cell of a table, which has one line */
function serializer(how: Marks, isCell = false): MarkdownSerializer {
  const hardBreak: (typeof NODES)[string] = (state) => state.write('<br>')
  const table: (typeof NODES)[string] = (state, node) => writeTable(state, node, how)
  return new MarkdownSerializer({ ...NODES, table, ...(isCell && { hardBreak }) }, MARKS[how], {
    escapeExtraCharacters: EXTRA,
    hardBreakNodeName: 'hardBreak',
  })
}

const alone = (node: Node) => node.type.schema.topNodeType.create(null, node)

/** One block as Markdown, without an empty line at its end. */
export const writeBlock = (node: Node, how: Marks): string => serializer(how).serialize(alone(node)).replace(/\n$/, '')

/** A table of GitHub-flavoured Markdown: its first row is the header. */
function writeTable(state: MarkdownSerializerState, table: Node, how: Marks): void {
  const rows = table.content.content.map((row) => row.content.content.map((cell) => writeCell(cell, how)))
  const width = Math.max(...rows.map(({ length }) => length))
  rows.forEach((row, index) => {
    state.write(`| ${Array.from({ length: width }, (_, column) => row[column] ?? '').join(' | ')} |`)
    state.ensureNewLine()
    if (index > 0) return
    state.write(`|${' --- |'.repeat(width)}`)
    state.ensureNewLine()
  })
  state.closeBlock(table)
}

const writeCell = (cell: Node, how: Marks): string =>
  cell.content.content
    .map((line) => serializer(how, true).serialize(alone(line)))
    .join('<br>')
    .replace(/(?<!\\)\|/g, '\\|')
