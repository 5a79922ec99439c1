/**
 * Pasted HTML as what an entry can hold. Word writes its lists as paragraphs with a style, spreadsheets and Hangul their tables without a
 * header, everything is full of styles, and pictures are on the disk of whoever copied them.
 * @param html as the clipboard has it
 */
export function cleanPasted(html: string): string {
  // A style attribute, even of a text that is only read, is refused by the policy of the page (decision 025).
  const text = html.replace(/(<[^<>]*?\s)style=/gi, '$1data-style=')
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  for (const part of body.querySelectorAll('script, style, meta, link, title, xml, o\\:p:empty, colgroup'))
    part.remove()
  removeHidden(body)
  for (const styled of body.querySelectorAll<HTMLElement>('[data-style]')) markStyled(styled)
  keepSignsOfWords(body)
  joinWordLists(body)
  for (const table of body.querySelectorAll('table')) straightenTable(table)
  for (const picture of body.querySelectorAll('img'))
    if (!picture.getAttribute('src')?.startsWith('/content/')) picture.remove()
  return body.innerHTML
}

const styleOf = (element: Element) => element.getAttribute('data-style') ?? ''

/** Word puts the sign of a list item into a part that other programs ignore, and marks what is not to be seen. */
function removeHidden(body: HTMLElement): void {
  for (const element of body.querySelectorAll('[data-style]'))
    if (/display\s*:\s*none|mso-hide\s*:\s*all/.test(styleOf(element))) element.remove()
}

/* A list of child nodes changes while they are moved. */

function moveInto(parent: Node, children: ArrayLike<Node>): void {
  for (const child of Array.from(children)) parent.appendChild(child)
}

function replace(old: Node, others: ArrayLike<Node>): void {
  for (const other of Array.from(others)) old.parentNode?.insertBefore(other, old)
  old.parentNode?.removeChild(old)
}

const isWeight = /(?<![\w-])font-weight\s*:\s*(?:bold|[6-9]00)/i
const isPlain = /(?<![\w-])font-weight\s*:\s*(?:normal|400)/i

/** What a style says with a meaning becomes an element; Google's documents stand as a whole in a `b` that is not bold. */
function markStyled(element: HTMLElement): void {
  const style = styleOf(element)
  if (/^[BI]$/.test(element.tagName) && isPlain.test(style)) return replace(element, element.childNodes)
  if (element.tagName !== 'SPAN' || !element.textContent.trim()) return
  const tags = [
    isWeight.test(style) && 'strong',
    /font-style\s*:\s*italic/i.test(style) && 'em',
    /text-decoration[^;]*line-through/i.test(style) && 'del',
  ].filter((tag) => tag !== false)
  for (const tag of tags) {
    const around = element.ownerDocument.createElement(tag)
    moveInto(around, element.childNodes)
    element.appendChild(around)
  }
}

/** The level of an item of a list of Word, from 1; 0 where the paragraph is none. */
const levelOf = (element: Element | null) => {
  const style = element ? styleOf(element) : ''
  return /mso-list\s*:\s*(?!none|ignore)/i.test(style) ? Number(/level(\d+)/i.exec(style)?.[1] ?? 1) : 0
}

/** The number of an item of a list of Word, such as `2.`; other signs have no counterpart in an entry. */
const NUMBER = /^\(?(\d+)[.)]?$/

/** A single sign that is no bullet: `①`, `Ⅱ`, `ㄱ`. Latin letters are bullets of the fonts Symbol and Wingdings. */
const SAYS_SOMETHING = /[\p{No}\p{Nl}\p{Script=Hangul}]/u

/** The part of an item that holds its sign. */
const signOf = (item: Element): Element | undefined =>
  [...item.querySelectorAll('span')].find((part) => /mso-list\s*:\s*ignore/i.test(styleOf(part)))

/** An item whose sign says more than a bullet or a number, such as `제1조` or `가.`, is a paragraph that begins with it. */
function keepSignsOfWords(body: HTMLElement): void {
  for (const item of body.querySelectorAll('p')) {
    const part = levelOf(item) > 0 ? signOf(item) : undefined
    const sign = part?.textContent.trim() ?? ''
    if (NUMBER.test(sign) || (sign.length < 2 && !SAYS_SOMETHING.test(sign))) continue
    part?.replaceWith(`${sign} `)
    item.removeAttribute('data-style')
  }
}

/** Paragraphs of Word that are items become lists, with the lists in them. */
function joinWordLists(body: HTMLElement): void {
  for (const first of body.querySelectorAll('p')) {
    if (!first.isConnected || levelOf(first) === 0 || levelOf(first.previousElementSibling) > 0) continue
    const items: Element[] = []
    for (let item: Element | null = first; item && levelOf(item) > 0; item = item.nextElementSibling) items.push(item)
    const place = first.parentNode?.insertBefore(first.ownerDocument.createComment(''), first)
    const lists = listsOf(items)
    if (place) replace(place, lists)
  }
}

function listsOf(items: Element[]): HTMLElement[] {
  const roots: HTMLElement[] = []
  /** The open lists, from the outermost. */
  const open: { list: HTMLElement; level: number }[] = []
  for (const item of items) {
    const level = levelOf(item)
    const [, number] = NUMBER.exec(takeSign(item)) ?? []
    const tag = number === undefined ? 'ul' : 'ol'
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop()
    const last = open.at(-1)
    if (!last || last.level < level || (last.level === level && last.list.localName !== tag)) {
      if (last?.level === level) open.pop()
      const list = item.ownerDocument.createElement(tag)
      if (number !== undefined && number !== '1') list.setAttribute('start', number)
      const parent = open.at(-1)?.list.lastElementChild
      if (parent) parent.appendChild(list)
      else roots.push(list)
      open.push({ list, level })
    }
    const line = item.ownerDocument.createElement('li')
    moveInto(line, item.childNodes)
    item.remove()
    open.at(-1)?.list.appendChild(line)
  }
  return roots
}

/** Takes the sign before the text of an item away. */
function takeSign(item: Element): string {
  const part = signOf(item)
  part?.remove()
  return part?.textContent.trim() ?? ''
}

/** A grid without merged cells, whose first row is its header and whose cells hold lines. */
function straightenTable(table: HTMLTableElement): void {
  const { ownerDocument: document } = table
  if (table.parentElement?.closest('table')) return replace(table, table.querySelectorAll('p'))
  for (const [index, row] of [...table.rows].entries()) {
    for (const cell of Array.from(row.cells)) {
      const empty = () => document.createElement(cell.localName)
      const { colSpan, rowSpan } = cell
      cell.removeAttribute('colspan')
      cell.removeAttribute('rowspan')
      const column = cell.cellIndex
      for (let more = 1; more < colSpan; more += 1) row.insertBefore(empty(), cell.nextSibling)
      for (const below of [...table.rows].slice(index + 1, index + rowSpan)) {
        const place = below.cells[column] ?? null
        below.insertBefore(empty(), place)
        for (let more = 1; more < colSpan; more += 1) below.insertBefore(empty(), place)
      }
      for (const part of cell.querySelectorAll('ul, ol, h1, h2, h3, h4, h5, h6, blockquote, pre'))
        replace(part, linesOf(part))
    }
  }
  for (const cell of Array.from(table.rows[0]?.cells ?? [])) {
    const header = document.createElement('th')
    moveInto(header, cell.childNodes)
    replace(cell, [header])
  }
}

function linesOf(part: Element): Element[] {
  const items = [...part.querySelectorAll(':scope > li')]
  return (items.length > 0 ? items : [part]).map((item) => {
    const line = part.ownerDocument.createElement('p')
    moveInto(line, item.childNodes)
    return line
  })
}
