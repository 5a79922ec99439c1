import { html, raw } from 'hono/html'
import { brandWithId } from '../brand/hosts.ts'
import type { Brand } from '../brand/schema.ts'
import type { MessageFile } from '../contract/conversation.ts'
import type { FormKind } from '../contract/form-fields.ts'
import { eachLocale, LANGUAGES, LOCALES, type Locale, type Texts } from '../contract/languages.ts'
import { splitQuoted } from './incoming/quoted.ts'
import { HEADER_VALUE_BYTES_MAX } from './platform-limits.ts'
import { mailBody, type Message } from './messages.ts'

/** What the mail of an answer is made from. */
export interface AnswerToWrite {
  language: Locale
  /** Under which the visitor knows the site. */
  brand: Pick<Brand, 'name' | 'origin' | 'company'>
  /** Of `sentOnBehalf`. */
  onBehalf: Texts | null
  receipt: string
  kind: FormKind
  /** Of the inquiry. */
  subject: string
  /** Markdown as it was typed. */
  text: string
  /** The same as HTML, cleaned. */
  html: string
  files: readonly MessageFile[]
  /** What the visitor has written last, and when, ISO 8601. */
  question: { text: string; at: string }
  thread: MailThread
}

/** Message-ID of the visitor's last mail and those before it (RFC 5322, 3.6.4). */
export interface MailThread {
  id: string | null
  references: string | null
}

interface AnswerTexts {
  why: (brand: string, isProposal: boolean, receipt: string) => string
  wrote: (date: string, time: string) => string
  answer: string
  policy: string
}

const TEXTS: Record<Locale, AnswerTexts> = {
  ko: {
    why: (brand, isProposal, receipt) =>
      `${brand} 홈페이지에서 보내신 ${isProposal ? '제휴 제안' : '문의'}에 대한 답변입니다. 이 메일에 회신하시면 이어서 문의하실 수 있습니다. 보내신 내용이 삭제된 뒤에는 홈페이지에서 새로 문의해 주세요. 접수 번호: ${receipt}`,
    wrote: (date, time) => `${date} ${time}(한국 시간)에 보내신 내용:`,
    answer: '답변',
    policy: '개인정보 처리방침',
  },
  en: {
    why: (brand, isProposal, receipt) =>
      `This is our answer to the ${isProposal ? 'partnership proposal' : 'inquiry'} you sent through the ${brand} website. To continue the conversation, reply to this e-mail. Once your submission has been deleted, please send a new inquiry through the website. Receipt number: ${receipt}`,
    wrote: (date, time) => `On ${date}, at ${time} (KST), you wrote:`,
    answer: 'Answer',
    policy: 'Privacy Policy',
  },
}
/** Characters that are quoted of what the visitor has written: the platform takes 5 MiB, most of which the files may have. */
const QUOTED_MAX = 4000
const shortened = (text: string) =>
  text.length <= QUOTED_MAX ? text : `${text.slice(0, QUOTED_MAX).toWellFormed()}\n[…]`
/** Of what the visitor has written. */
const QUOTED = 'margin:0;padding-left:12px;border-left:3px solid #bbb;white-space:pre-wrap'
/** The language in which a visitor reads an answer: that of the inquiry, or of its brand where it is not known. */
export const answerLanguage = ({ locale, brand }: { locale: string | null; brand: string }): Locale =>
  LOCALES.find((language) => language === locale) ?? brandWithId(brand).mail.language

const inSeoul = (parts: Intl.DateTimeFormatOptions) =>
  eachLocale((locale) => new Intl.DateTimeFormat(LANGUAGES[locale].format, { timeZone: 'Asia/Seoul', ...parts }))
const DATES = inSeoul({ dateStyle: 'long' })
const TIMES = inSeoul({ timeStyle: 'short', hourCycle: 'h23' })
/** Message-IDs of a thread that are named again. */
const REFERENCES_MAX = 10
const MESSAGE_ID = /<[^<>\s]{1,250}>/g

/**
 * To the visitor: the answer, and below it what the visitor has written. In the language of the inquiry, as text and as HTML, under the
 * brand's name; no picture and nothing that would tell that it is read.
 */
export function answerMessage(answer: AnswerToWrite): Message {
  const { language, brand, receipt, kind, subject, question, files, onBehalf } = answer
  const texts = TEXTS[language]
  const why = texts.why(brand.name[language], kind === 'partnership', receipt)
  const at = new Date(question.at)
  const wrote = texts.wrote(DATES[language].format(at), TIMES[language].format(at))
  const from = `${brand.company.name[language]} · ${brand.company.email}`
  const policy = `${brand.origin}/privacy-policy?lng=${language}`
  // What the visitor has quoted of us is in the thread already.
  const asked = shortened(splitQuoted(question.text).own)
  const quoted = asked.split('\n').map((line) => `> ${line}`.trimEnd())
  const text = [
    absoluteLinks(answer.text, brand.origin),
    '',
    '-- ',
    brand.name[language],
    from,
    why,
    ...(onBehalf ? [onBehalf[language]] : []),
    `${texts.policy}: ${policy}`,
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
    <p>
      ${brand.name[language]}<br />${from}<br />${why}${onBehalf && html`<br />${onBehalf[language]}`}<br /><a
        href="${policy}"
        >${texts.policy}</a
      >
    </p>
    <p>${wrote}</p>
    <blockquote style="${QUOTED}">${asked}</blockquote>
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

/** The headers by which a mail program finds the thread of a mail. */
export function threadHeaders({ id, references }: MailThread): Record<string, string> {
  const own = id?.match(MESSAGE_ID)?.[0]
  if (own === undefined) return {}
  const earlier = references?.match(MESSAGE_ID) ?? []
  const ids = [...earlier.filter((one) => one !== own).slice(-REFERENCES_MAX), own]
  // A thread is found by its last ids; the platform refuses a longer header for good.
  while (Buffer.byteLength(ids.join(' ')) > HEADER_VALUE_BYTES_MAX) ids.shift()
  return { 'In-Reply-To': own, References: ids.join(' ') }
}
