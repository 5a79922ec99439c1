import { linesOfHtml } from './html-lines.ts'

/*
 * What a reply quotes at its end, as the mail programs of Korea and others write it: `>`, an introduction, a separator, or the head of the
 * mail before.
 */

interface Line {
  text: string
  isQuoted: boolean
}

/** Characters at the beginning and at the end of a line that are looked at: everything that is looked for is shorter. */
const HEAD_MAX = 200
const TAIL_MAX = 100

const RULE = '[-=_*~–—─━]'
/** Outlook, Naver, Daum and Samsung: a line that says what follows. */
const SEPARATOR = new RegExp(
  `^${RULE}{2,40} ?\\[? ?(?:original (?:message|mail|e-?mail|appointment)|원본 ?(?:메시지|메세지|메일|이메일|편지)|받은 ?메일(?: ?내용)?|이전 ?메(?:일|시지)|ursprüngliche nachricht|message d['’]origine) ?\\]? ?${RULE}{2,40}$`,
  'i',
)
/** What follows is forwarded: it is new to whoever reads it. */
const FORWARDED = new RegExp(
  `^(?:${RULE}{2,40} ?)?(?:(?:begin )?forwarded (?:message|mail|e-?mail)|전달(?:된|한)? ?(?:메시지|메세지|메일|이메일)) ?(?:${RULE}{2,40}|[:：])$`,
  'i',
)
const RULE_ALONE = new RegExp(`^${RULE}{5,}$`)

/** Names of a head, in the languages of Outlook and the Korean services. */
const HEAD = {
  from: '보낸 ?(?:사람|이)|발신(?:자|인)?|작성자|from|von|de',
  date: '보낸 ?(?:날짜|시간|일시)|날짜|일시|발신 ?일시|(?:발송|작성) ?(?:일시|일)|sent|date|gesendet|datum|envoyé',
  to: '받(?:는|은) ?(?:사람|이)|수신(?:자|인)?|to|an|à',
  cc: '(?:숨은 ?)?참조(?:자|인)?|b?cc',
  subject: '제목|subject|betreff|objet',
} as const
type HeadName = keyof typeof HEAD
const HEAD_LINES = Object.fromEntries(
  (Object.keys(HEAD) as HeadName[]).map((name) => [
    name,
    // A table has no colon; only the Korean names are no beginning of a sentence.
    new RegExp(`^[*_\\s|]{0,4}(?:(?:${HEAD[name]}) ?[*_]{0,2} ?[:：]|(?=[가-힣])(?:${HEAD[name]})(?: |$))`, 'i'),
  ]),
) as Record<HeadName, RegExp>
/** Lines of a head, also where it names many recipients. */
const HEAD_LINES_MAX = 12

const INTRODUCTION =
  /(?:wrote|writes|schrieb|a écrit|escribió|写道|寫道|작성(?:함|했습니다)?|쓴 ?글|쓰신 ?글|씀|썼습니다|(?:보낸|보내신) ?(?:메시지|메일|글|내용)|보냈습니다|님이) ?[:：]?$/i
/** A date or what stands before one at the beginning of an introduction. */
const DATED = /^(?:on |am |le |el |\d{2,4} ?[.년/-] ?\d|\d{1,2}[.:]|(?:월|화|수|목|금|토|일)요일|(?:보낸|작성) ?날짜)/i
const ENDS_WITH_COLON = /[:：]$/
/** Lines over which a program folds an introduction. */
const INTRODUCTION_LINES_MAX = 3
/** Characters at the end of a line in which an introduction ends. */
const INTRODUCTION_END = 30

const tidy = (text: string) => {
  const ends = text.length > HEAD_MAX + TAIL_MAX ? `${text.slice(0, HEAD_MAX)} ${text.slice(-TAIL_MAX)}` : text
  return ends.replace(/[\s\u200b\ufeff]+/g, ' ').trim()
}

function isHead(texts: readonly string[], at: number): boolean {
  if (!HEAD_LINES.from.test(texts[at] ?? '')) return false
  const found = new Set<HeadName>()
  for (const text of texts.slice(at + 1, at + HEAD_LINES_MAX))
    for (const name of ['date', 'to', 'subject'] as const) if (HEAD_LINES[name].test(text)) found.add(name)
  return found.has('subject') && found.size > 1
}

/** The first line of an introduction that ends at a line; null where none does. */
function introductionAt(texts: readonly string[], at: number): { first: number; isDated: boolean } | null {
  const last = texts[at] ?? ''
  const isShort = ENDS_WITH_COLON.test(last) || INTRODUCTION.test(last)
  if (!isShort || !INTRODUCTION.test(last.slice(-INTRODUCTION_END))) return null
  for (let first = at; first > at - INTRODUCTION_LINES_MAX && first >= 0 && texts[first] !== ''; first--)
    if (DATED.test(texts[first] ?? '')) return { first, isDated: ENDS_WITH_COLON.test(last) }
  return { first: at, isDated: false }
}

/** The line at which what is quoted begins; null where nothing is, or where nothing stands before it. */
function quotedFrom(lines: readonly Line[]): number | null {
  const texts = lines.map(({ text }) => tidy(text))
  let last = lines.length - 1
  while (last >= 0 && (lines[last]?.isQuoted || texts[last] === '')) last--
  /** Behind it everything is quoted. */
  const tail = lines.findIndex(({ isQuoted }, at) => at > last && isQuoted)
  const above = (at: number) => texts.findLastIndex((text, other) => other < at && text !== '')
  let start = tail < 0 ? null : tail
  if (start !== null) start = introductionAt(texts, above(start))?.first ?? start
  const lastQuoted = lines.findLastIndex(({ isQuoted }) => isQuoted)
  const lastText = texts.findLastIndex((text) => text !== '')
  for (let at = 0; at < (start ?? lines.length); at++) {
    if (lines[at]?.isQuoted || texts[at] === '') continue
    if (FORWARDED.test(texts[at] ?? '')) break
    const introduction = introductionAt(texts, at)
    // Where lines are quoted by signs, those that are not are the sender's own.
    if (introduction?.isDated && lastQuoted < at && lastText > at) start = introduction.first
    else if (SEPARATOR.test(texts[at] ?? '')) start = at
    else if (isHead(texts, at)) start = RULE_ALONE.test(texts[above(at)] ?? '') ? above(at) : at
    else continue
    break
  }
  return start !== null && texts.slice(0, start).some((text) => text !== '') ? start : null
}

/** What a reply says, and what it quotes at its end. */
export interface SplitReply {
  own: string
  quoted: string
}

/** Splits a plain text before what it quotes at its end. Nothing is lost; what has no words of its own is not split. */
export function splitQuoted(text: string): SplitReply {
  const lines = text.split('\n')
  const start = quotedFrom(lines.map((line) => ({ text: line, isQuoted: line.startsWith('>') })))
  if (start === null) return { own: text, quoted: '' }
  return { own: lines.slice(0, start).join('\n').trimEnd(), quoted: lines.slice(start).join('\n') }
}

const TAG = /<(\/?)([a-z][a-z\d]*)\b[^>]*>/g
const EMPTY = new Set(['br', 'hr', 'img', 'col'])

/** The elements that are open at a place of balanced HTML, as they are opened there. */
function openAt(html: string, at: number): { name: string; tag: string }[] {
  const open: { name: string; tag: string }[] = []
  for (const [tag, end, name = ''] of html.slice(0, at).matchAll(TAG)) {
    if (end) open.pop()
    else if (!EMPTY.has(name)) open.push({ name, tag })
  }
  return open
}

/** Cleaned HTML with what it quotes folded. Its tags are balanced, because the sanitiser has written them. @param label escaped HTML */
export function foldQuoted(html: string, label: string): string {
  const folded = `<details class="quoted"><summary>${label}</summary>`
  const eachFolded = (part: string) =>
    part
      .replaceAll(/<blockquote(?=[\s>])/g, `${folded}<blockquote`)
      .replaceAll('</blockquote>', '</blockquote></details>')
  const lines = linesOfHtml(html)
  const start = quotedFrom(lines.map(({ text, depth }) => ({ text, isQuoted: depth > 0 })))
  const at = start === null ? undefined : lines[start]?.at
  if (at === undefined) return eachFolded(html)
  const open = openAt(html, at)
  const closed = open.toReversed().map(({ name }) => `</${name}>`)
  const opened = open.map(({ tag }) => tag)
  return `${eachFolded(html.slice(0, at) + closed.join(''))}${folded}${opened.join('')}${html.slice(at)}</details>`
}
