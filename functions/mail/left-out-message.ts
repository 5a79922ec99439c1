import { html } from 'hono/html'
import type { Brand } from '../brand/schema.ts'
import { FILE_EXTENSIONS, MEGABYTE, SALES_FILES_MAX } from '../contract/attachments.ts'
import type { LeftOutFile } from '../contract/conversation.ts'
import type { Locale, Texts } from '../contract/languages.ts'
import { threadHeaders, type MailThread } from './answer-message.ts'
import { mailBody, type Message } from './messages.ts'

/** What the mail about files that were left out of a reply is made from. */
export interface LeftOutToWrite {
  /** Of the inquiry. */
  language: Locale
  brand: Pick<Brand, 'name'>
  /** Of `sentOnBehalf`. */
  onBehalf: Texts | null
  /** Of the inquiry. */
  subject: string
  leftOut: readonly LeftOutFile[]
  /** Of each file, in bytes. */
  bytesMax: number
  thread: MailThread
}

interface LeftOutTexts {
  subject: string
  file: (name: string, fault: string) => string
  more: (n: number) => string
  line: (files: string, formats: string, megabytes: number) => string
  faults: Record<LeftOutFile['fault'], string>
}

const TEXTS: Record<Locale, LeftOutTexts> = {
  ko: {
    subject: '첨부 파일 안내',
    file: (name, fault) => `${name}(${fault})`,
    more: (n) => `외 ${n}개`,
    line: (files, formats, megabytes) =>
      `메일은 잘 받았으나 다음 첨부 파일은 받지 못했습니다: ${files}. 첨부 파일은 ${formats} 형식으로 개당 ${megabytes}MB, 메일 한 통에 ${SALES_FILES_MAX}개까지 받을 수 있으니, 이 메일에 회신하여 다시 보내 주세요. 이 메일은 자동으로 발송되었습니다.`,
    faults: {
      'file-empty': '빈 파일',
      'file-too-large': '용량 초과',
      'file-wrong-type': '받을 수 없는 형식',
      'file-not-its-type': '내용이 확장자와 다름',
      'file-save-again': '이름과 다른 형식이므로 다시 저장 필요',
      'too-many': '개수 초과',
      'not-opened': '열지 않음',
      sealed: 'S/MIME 또는 PGP로 암호화됨',
      winmail: '아웃룩 전용 형식',
    },
  },
  en: {
    subject: 'Your attachments',
    file: (name, fault) => `${name} (${fault})`,
    more: (n) => `and ${n} more`,
    line: (files, formats, megabytes) =>
      `We have received your e-mail, but not these attachments: ${files}. We can receive up to ${SALES_FILES_MAX} files in an e-mail, each up to ${megabytes} MB, in these formats: ${formats}. Please reply to this e-mail to send them again. This message was sent automatically.`,
    faults: {
      'file-empty': 'empty',
      'file-too-large': 'too large',
      'file-wrong-type': 'format not accepted',
      'file-not-its-type': 'content does not match the file name',
      'file-save-again': 'another format than its name says, please save it again',
      'too-many': 'too many files',
      'not-opened': 'not opened',
      sealed: 'encrypted with S/MIME or PGP',
      winmail: 'a format of Outlook alone',
    },
  },
}

/** Files that are named; a mail may have a hundred. */
const NAMED_MAX = 10
const FORMATS = FILE_EXTENSIONS.map((extension) => extension.toUpperCase()).join(', ')

/**
 * To the sender of a reply: what of it was left out, and why, in one line. Null where nothing was but pictures of the text, such as those of a
 * signature: the thread names them.
 */
export function leftOutMessage(left: LeftOutToWrite): Message | null {
  const { language, brand, onBehalf, subject, bytesMax, thread } = left
  const files = left.leftOut.filter(({ role }) => role === undefined)
  if (files.length === 0) return null
  const texts = TEXTS[language]
  const named = files.slice(0, NAMED_MAX).map(({ name, fault }) => texts.file(name, texts.faults[fault]))
  const rest = files.length - named.length
  const line = texts.line([...named, ...(rest > 0 ? [texts.more(rest)] : [])].join(', '), FORMATS, bytesMax / MEGABYTE)
  const lines = [line, ...(onBehalf ? [onBehalf[language]] : [])]
  return {
    subject: `Re: ${subject || texts.subject}`,
    text: lines.join('\n\n'),
    html: String(mailBody(html`<div lang="${language}">${lines.map((one) => html`<p>${one}</p>`)}</div>`)),
    // RFC 3834, section 5: no machine answers it.
    headers: { ...threadHeaders(thread), 'Auto-Submitted': 'auto-replied' },
    fromName: brand.name[language],
  }
}
