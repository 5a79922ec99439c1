const HIDDEN = /<(?=\/?(?:style|script|title)\b)/i
const LINE_END = /<(?:br|hr|\/(?:p|div|tr|li|h[1-6]|blockquote|table))\b[^<>]*>/gi
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** What HTML says, as plain text for a mail that has no other. The work grows with its length alone, whatever it is. */
export const textOfHtml = (html: string): string =>
  html
    .split(HIDDEN)
    .map((part, at) => (at === 0 ? part : part.startsWith('/') ? `<${part}` : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(LINE_END, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/ +/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
