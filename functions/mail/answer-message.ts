import { html, raw } from 'hono/html'
import type { MessageFile } from '../contract/conversation.ts'
import { eachLocale, LANGUAGES, LOCALES, type Locale, type Texts } from '../contract/locale.ts'
import { mailBody, type Message } from './messages.ts'

/** What the mail of an answer is made from. */
export interface AnswerToWrite {
  language: Locale
  /** Under which the visitor knows the site. */
  brand: { name: Texts; origin: string }
  /** Of `sentOnBehalf`. */
  onBehalf: Texts | null
  receipt: string
  /** Of the inquiry. */
  subject: string
  /** Markdown as it was typed. */
  text: string
  /** The same as HTML, cleaned. */
  html: string
  files: readonly MessageFile[]
  /** What the visitor has written last, and when, ISO 8601. */
  question: { text: string; at: string }
  /** Message-ID of the visitor's last mail and those before it (RFC 5322, 3.6.4). */
  thread: { id: string | null; references: string | null }
}

const TEXTS: Record<
  Locale,
  { why: (brand: string, receipt: string) => string; wrote: (time: string) => string; answer: string }
> = {
  ko: {
    why: (brand, receipt) =>
      `${brand} 홈페이지에 남기신 문의에 대한 답변입니다. 이 메일에 회신하시면 같은 문의로 접수됩니다. 접수 번호: ${receipt}`,
    wrote: (time) => `${time}에 보내신 내용:`,
    answer: '답변',
  },
  en: {
    why: (brand, receipt) =>
      `This answers the inquiry that you sent on the website of ${brand}. If you reply to this message, your reply is added to the same inquiry. Receipt number: ${receipt}`,
    wrote: (time) => `You wrote on ${time}:`,
    answer: 'Answer',
  },
}
/** Of what the visitor has written. */
const QUOTED = 'margin:0;padding-left:12px;border-left:3px solid #bbb;white-space:pre-wrap'
/** The language of an inquiry; that of its brand where it is not known. */
export const answerLanguage = (locale: string | null, otherwise: Locale): Locale =>
  LOCALES.find((language) => language === locale) ?? otherwise

const TIMES = eachLocale(
  (locale) =>
    new Intl.DateTimeFormat(LANGUAGES[locale].format, {
      timeZone: 'Asia/Seoul',
      dateStyle: 'long',
      timeStyle: 'short',
    }),
)
/** Message-IDs of a thread that are named again. */
const REFERENCES_MAX = 10
const MESSAGE_ID = /<[^<>\s]{1,250}>/g

/**
 * To the visitor: the answer, and below it what the visitor has written. In the language of the inquiry, as text and as HTML, under the
 * brand's name; no picture and nothing that would tell that it is read.
 */
export function answerMessage(answer: AnswerToWrite): Message {
  const { language, brand, receipt, subject, question, files, onBehalf } = answer
  const texts = TEXTS[language]
  const why = texts.why(brand.name[language], receipt)
  const wrote = texts.wrote(TIMES[language].format(new Date(question.at)))
  const quoted = question.text.split('\n').map((line) => `> ${line}`.trimEnd())
  const text = [
    absoluteLinks(answer.text, brand.origin),
    '',
    '-- ',
    brand.name[language],
    why,
    ...(onBehalf ? [onBehalf[language]] : []),
    '',
    wrote,
    ...quoted,
    '',
  ].join('\n')
  const body = answer.html
    .replace(/ href="\/(?!\/)/g, ` href="${brand.origin}/`)
    .replaceAll('<table>', '<table border="1" cellpadding="6" style="border-collapse:collapse">')
  const page = html`<div lang="${language}">
    ${raw(body)}
    <hr />
    <p>${brand.name[language]}<br />${why}${onBehalf && html`<br />${onBehalf[language]}`}</p>
    <p>${wrote}</p>
    <blockquote style="${QUOTED}">${question.text}</blockquote>
  </div>`
  return {
    subject: `Re: ${subject || texts.answer}`,
    text,
    html: String(mailBody(page)),
    headers: threadHeaders(answer.thread),
    fromName: brand.name[language],
    ...(files.length > 0 && { files }),
  }
}

/** Paths of the site in Markdown links lead somewhere in a mail too. */
const absoluteLinks = (markdown: string, origin: string) => markdown.replaceAll('](/', `](${origin}/`)

function threadHeaders({ id, references }: AnswerToWrite['thread']): Record<string, string> {
  const own = id?.match(MESSAGE_ID)?.[0]
  if (own === undefined) return {}
  const earlier = references?.match(MESSAGE_ID) ?? []
  return {
    'In-Reply-To': own,
    References: [...earlier.filter((one) => one !== own).slice(-REFERENCES_MAX), own].join(' '),
  }
}
