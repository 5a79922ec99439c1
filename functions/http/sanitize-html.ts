import sanitizeHtml from 'sanitize-html'

/**
 * Sanitises the board's HTML for use in a page, by an allow list of tags, attributes and URL schemes. Styles, ids,
 * classes and event handlers are not on it.
 */
export function sanitizeBoardHtml(html: string): string {
  return sanitizeHtml(html, options)
}

/** The same without pictures: nothing in it is fetched from anywhere, so that nobody learns that it is read. */
export function sanitizeMailHtml(html: string): string {
  return sanitizeHtml(html, { ...options, allowedTags: ALLOWED_TAGS.filter((tag) => tag !== 'img') })
}

/**
 * These characters are never unencoded in a URL (RFC 3986); a value with one of them holds markup or a disguised path. Nor does a
 * relative address have a colon before its first `/`, `?` or `#` (RFC 3986, 4.2): what stands before it must be a scheme.
 */
function isUrl(value: string | undefined): value is string {
  return (
    value !== undefined && !/[<>"`\\]/.test(value) && (!/^[^/?#]*:/.test(value) || /^\s*[a-z][a-z\d+.-]*:/i.test(value))
  )
}

const ALLOWED_TAGS = `
  section article div p br hr h2 h3 h4 h5 h6 blockquote pre figure figcaption ul ol li dl dt dd table
  caption colgroup col thead tbody tfoot tr th td a img span strong b em i u s del ins mark small sub sup
  code kbd q cite abbr time ruby rt rp details summary
`
  .trim()
  .split(/\s+/)

/** Elements in each other; of those within, the text stays. The work grows with this number for each element. */
const NESTING_MAX = 100

const options: sanitizeHtml.IOptions = {
  nestingLimit: NESTING_MAX,
  allowedTags: ALLOWED_TAGS,
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
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // The page's own h1 is the entry's subject.
  transformTags: {
    h1: 'h2',
    a: (tagName, { href, ...attribs }) => ({
      tagName,
      attribs: { ...attribs, ...(isUrl(href) && { href, rel: 'noopener noreferrer' }) },
    }),
    img: (tagName, { src, ...attribs }) => ({
      tagName,
      attribs: { ...(isUrl(src) && { src }), ...attribs, alt: attribs.alt ?? '', loading: 'lazy' },
    }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
}
