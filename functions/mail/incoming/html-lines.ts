import { Tokenizer } from 'htmlparser2'

/** A line of HTML as a reader sees it. */
export interface HtmlLine {
  text: string
  /** Quotations around it. */
  depth: number
  /** Where it begins in the HTML, before the element that begins it. */
  at: number
}

const BLOCKS = new Set(
  'address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
)
const CELLS = new Set(['td', 'th'])
/** Elements whose text nobody sees. `xml` is what Office writes for itself. */
const HIDDEN = new Set(['style', 'script', 'title', 'template', 'xml', 'noscript', 'select', 'svg'])
const NOT_SHOWN = /display\s{0,9}:\s{0,9}none|mso-hide\s{0,9}:\s{0,9}all/i
/** Of a style that hides text. */
const STYLE_MAX = 2000

/**
 * The lines that HTML shows, empty ones between paragraphs included. It reads tokens and builds no tree, so that the work grows with the
 * length alone, whatever it is.
 */
export function linesOfHtml(html: string): HtmlLine[] {
  const lines: HtmlLine[] = []
  const parts: string[] = []
  let hasText = false
  let at = 0
  let depth = 0
  let pre = 0
  let name = ''
  let attribute = ''
  let style = ''
  /** The element that is hidden, and how many of its name are open in it. */
  let hidden = ''
  let hiddenDepth = 0
  const endless = new Set<string>()

  const endLine = (next: number) => {
    const text = parts.join('')
    lines.push({ text: pre > 0 ? text.trimEnd() : text.replace(/ {2,}/g, ' ').trim(), depth, at })
    parts.length = 0
    hasText = false
    at = next
  }
  const add = (text: string) => {
    if (hidden !== '') return
    if (pre > 0) {
      const [first = '', ...others] = text.split('\n')
      parts.push(first)
      for (const other of others) {
        endLine(at)
        parts.push(other)
      }
      hasText ||= text !== ''
      return
    }
    const shown = text.replace(/[ \t\r\n\f]+/g, ' ')
    // Other white space, such as `&nbsp;`, is text.
    if (shown !== ' ' && shown !== '') hasText = true
    parts.push(shown)
  }
  const begins = (tag: number) => {
    if (hasText) endLine(tag)
    else parts.length = 0
  }
  const ends = (behind: number) => {
    if (hasText) endLine(behind)
    else {
      parts.length = 0
      at = behind
    }
  }
  const hide = (end: number) => {
    if (endless.has(name)) return
    if (!html.includes(`</${name}`, end)) endless.add(name)
    else {
      hidden = name
      hiddenDepth = 1
    }
  }
  const open = (end: number, isClosed: boolean) => {
    const tag = tagAt
    if (hidden !== '') {
      if (name === hidden && !isClosed) hiddenDepth++
      return
    }
    if (HIDDEN.has(name) || NOT_SHOWN.test(style)) {
      if (!isClosed && !VOID.has(name)) hide(end)
      return
    }
    if (name === 'br') endLine(end)
    else if (BLOCKS.has(name)) {
      begins(tag)
      if (name === 'blockquote') depth++
      if (name === 'pre') pre++
      if (name === 'li') parts.push('- ')
    } else if (CELLS.has(name)) parts.push(' ')
  }
  let tagAt = 0
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => add(html.slice(start, end)),
      ontextentity: (codePoint) => add(String.fromCodePoint(codePoint)),
      onopentagname(start, end) {
        tagAt = start - 1
        name = html.slice(start, end).toLowerCase()
        style = ''
      },
      onattribname: (start, end) => void (attribute = html.slice(start, end).toLowerCase()),
      onattribdata(start, end) {
        if (attribute === 'style' && style.length < STYLE_MAX)
          style += html.slice(start, Math.min(end, start + STYLE_MAX))
      },
      onattribentity: () => undefined,
      onattribend: () => undefined,
      onopentagend: (end) => open(end + 1, false),
      onselfclosingtag: (end) => open(end + 1, true),
      onclosetag(start, end) {
        const closed = html.slice(start, end).toLowerCase()
        const behind = html.indexOf('>', end) + 1 || html.length
        if (hidden !== '') {
          if (closed === hidden && --hiddenDepth === 0) hidden = ''
          return
        }
        if (closed === 'blockquote' || BLOCKS.has(closed)) ends(behind)
        if (closed === 'blockquote') depth = Math.max(0, depth - 1)
        if (closed === 'pre') pre = Math.max(0, pre - 1)
      },
      oncdata: () => undefined,
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  if (hasText) endLine(html.length)
  return lines
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/** Signs before the lines of a quotation within others. */
const DEPTH_MAX = 3

/** What HTML says, as plain text; quotations with `>` before their lines (RFC 3676, 4.5). The only function that makes text of HTML. */
export function textOfHtml(html: string): string {
  const text: string[] = []
  for (const { text: line, depth } of linesOfHtml(html)) {
    const quoted = depth > 0 ? `${'>'.repeat(Math.min(depth, DEPTH_MAX))} ${line}`.trimEnd() : line
    if (quoted !== '' || (text.length > 0 && text.at(-1) !== '')) text.push(quoted)
  }
  return text.join('\n').replaceAll('\u00a0', ' ').trim()
}
