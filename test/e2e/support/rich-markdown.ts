import { getSchema } from '@tiptap/core'
import { cleanPasted } from '../../../app/admin/publishing/browser/paste.ts'
import { RichMarkdown } from '../../../app/admin/publishing/browser/rich-markdown.ts'
import { extensions } from '../../../app/admin/publishing/browser/rich-nodes.ts'
import { DOMParser as NodeParser, type Node } from '@tiptap/pm/model'

/** What the editor does with a text, for a test that has a browser but no page. */
export interface EditorInside {
  /** The text opened and written unedited, with a line added at its end, and with every block written anew; what was kept as source. */
  written(source: string): { unedited: string; longer: string; anew: string; sources: string[] }
  /** What becomes of pasted HTML. */
  pasted(html: string): string
}

export default function insideOfEditor(): void {
  const schema = getSchema(extensions(() => document.createElement('img')))
  const write = (document: Node) => {
    const other = new RichMarkdown(schema)
    other.open('')
    return other.write(document)
  }
  const inside: EditorInside = {
    written(source) {
      const text = new RichMarkdown(schema)
      const opened = text.open(source)
      const line = schema.nodes.paragraph!.create(null, schema.text('added'))
      const sources: string[] = []
      opened.forEach((node) => void (node.type.name === 'sourceBlock' && sources.push(node.textContent)))
      return {
        unedited: text.write(opened),
        longer: text.write(opened.copy(opened.content.addToEnd(line))),
        anew: write(opened),
        sources,
      }
    },
    pasted(html) {
      const { body } = new DOMParser().parseFromString(cleanPasted(html), 'text/html')
      return write(NodeParser.fromSchema(schema).parse(body))
    },
  }
  Object.assign(globalThis, { inside })
}
