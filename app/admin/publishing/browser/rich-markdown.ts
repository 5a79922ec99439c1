import { DOMParser as NodeParser, type Node, type Schema } from '@tiptap/pm/model'
import { Marked } from 'marked'
import { writeBlock, type Marks } from './write-markdown'

/** As the server renders it (functions/publishing/markdown.ts). */
const markdown = new Marked({ gfm: true, async: false })
const render = (source: string) => markdown.parse(source, { async: false })

/** A part of a text as it was opened, of one or more blocks. */
interface Part {
  raw: string
  nodes: Node[]
  /** The empty lines behind it. */
  gap: string
}

/**
 * The Markdown of one text, opened as blocks and written again. A block that has not been changed is written as it was, byte for byte;
 * one that cannot be shown without a loss is a block of its own source.
 */
export class RichMarkdown {
  readonly #schema: Schema
  #source = ''
  #lead = ''
  #parts: Part[] = []
  #opened: Node | null = null

  constructor(schema: Schema) {
    this.#schema = schema
  }

  open(source: string): Node {
    this.#source = source
    this.#lead = ''
    this.#parts = []
    const tokens = markdown.lexer(source)
    const isWhole = tokens.map(({ raw }) => raw).join('') === source
    for (const { raw, type } of isWhole ? tokens : [{ raw: source, type: 'unknown' }]) {
      const text = type === 'space' ? '' : raw.replace(/\n+$/, '')
      const gap = raw.slice(text.length)
      const last = this.#parts.at(-1)
      if (text !== '') this.#parts.push({ raw: text, nodes: this.#nodesOf(text), gap })
      else if (last) last.gap += gap
      else this.#lead += gap
    }
    const nodes = this.#parts.flatMap(({ nodes: blocks }) => blocks)
    this.#opened = this.#schema.topNodeType.createAndFill(null, nodes) ?? this.#schema.topNodeType.create(null, nodes)
    return this.#opened
  }

  write(document: Node): string {
    if (this.#opened?.eq(document)) return this.#source
    const written: { text: string; part: Part | null }[] = []
    for (let at = 0; at < document.childCount;) {
      const part = this.#partAt(document, at)
      written.push({ text: part ? part.raw : this.#writeOne(document.child(at)), part })
      at += part ? part.nodes.length : 1
    }
    const filled = written.filter(({ text }) => text !== '')
    const joined = filled.map(({ text, part }, at) => {
      const next = filled[at + 1]?.part
      const follows = part && next && this.#parts.indexOf(next) === this.#parts.indexOf(part) + 1
      return text + (at === filled.length - 1 ? '\n' : follows ? part.gap : '\n\n')
    })
    return this.#lead + joined.join('')
  }

  /** The part whose blocks stand there, all of them as they were opened. */
  #partAt(document: Node, at: number): Part | null {
    const first = document.child(at)
    const isThere = ({ nodes }: Part) =>
      nodes.length > 0 &&
      at + nodes.length <= document.childCount &&
      nodes.every((node, index) => document.child(at + index).eq(node))
    return this.#parts.find((part) => part.nodes[0] === first && isThere(part)) ?? this.#parts.find(isThere) ?? null
  }

  #nodesOf(source: string): Node[] {
    const html = render(source)
    const nodes = this.#parse(html)
    const again = nodes.map((node) => this.#writeOne(node)).join('\n\n')
    if (nodes.length > 0 && comparable(render(again)) === comparable(html)) return nodes
    return [this.#schema.nodes.sourceBlock!.create(null, this.#schema.text(source))]
  }

  #parse(html: string): Node[] {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    return [...NodeParser.fromSchema(this.#schema).parse(body).content.content].filter(
      ({ type, childCount }) => type.name !== 'paragraph' || childCount > 0,
    )
  }

  /** In Markdown's own marks, or in HTML where those would be read as text, as in `**“인용”**은`. */
  #writeOne(node: Node): string {
    const written = (marks: Marks) => writeBlock(node, marks)
    const plain = written('markdown')
    const [read, ...more] = this.#parse(render(plain))
    return node.childCount === 0 || (read?.eq(node) && more.length === 0) ? plain : written('html')
  }
}

const BLOCK = /\s*(<\/?(?:p|ul|ol|li|table|thead|tbody|tr|th|td|blockquote|h[1-6]|hr|br|pre)\b[^>]*>)\s*/g

/** HTML without what no reader sees: white space beside blocks, and the alignment of cells, which the boards do not keep. */
function comparable(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const cell of body.querySelectorAll('[align]')) cell.removeAttribute('align')
  const code = [...body.querySelectorAll('pre')].map((pre) => pre.textContent.trimEnd())
  return body.innerHTML.replace(/\s+/g, ' ').replace(BLOCK, '$1') + JSON.stringify(code)
}
