import sanitizeHtml from 'sanitize-html'

/**
 * Makes the board's HTML safe to put into a page: an allow list of tags and attributes, everything else is dropped.
 * No style, no id, no class, no event handler; links and pictures only to where a visitor may go.
 */
export function sanitizeBoardHtml(html: string): string {
  return sanitizeHtml(html, options)
}

/** No address holds these characters unencoded (RFC 3986); where one does, markup has slipped into it. */
function isAddress(value: string | undefined): value is string {
  return value !== undefined && !/[<>"`]/.test(value)
}

const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel']

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    'section',
    'article',
    'div',
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'pre',
    'figure',
    'figcaption',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'table',
    'caption',
    'colgroup',
    'col',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'a',
    'img',
    'span',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'del',
    'ins',
    'mark',
    'small',
    'sub',
    'sup',
    'code',
    'kbd',
    'q',
    'cite',
    'abbr',
    'time',
    'ruby',
    'rt',
    'rp',
    'details',
    'summary',
  ],
  allowedAttributes: {
    '*': ['lang', 'dir'],
    a: ['href', 'rel', 'title'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    col: ['span'],
    colgroup: ['span'],
    ol: ['start', 'reversed', 'type'],
    time: ['datetime'],
    abbr: ['title'],
    details: ['open'],
  },
  allowedSchemes: LINK_SCHEMES,
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // The page has its own h1: the entry's subject.
  transformTags: {
    h1: 'h2',
    a: (tagName, { href, ...attribs }) => ({
      tagName,
      attribs: { ...attribs, ...(isAddress(href) && { href, rel: 'noopener noreferrer' }) },
    }),
    img: (tagName, { src, ...attribs }) => ({
      tagName,
      attribs: { ...(isAddress(src) && { src }), ...attribs, alt: attribs.alt ?? '', loading: 'lazy' },
    }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
}
