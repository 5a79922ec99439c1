import { html, raw } from 'hono/html'
import type { FileRecord } from '../contract/attachments.ts'
import { type FormKind, FIELDS, filledIn, HEADINGS, type InquiryTexts, type Part } from '../contract/form-fields.ts'
import type { TelephoneConsent } from '../contract/telephone.ts'
import type { SpamSignal } from '../contract/spam-signals.ts'

/** Fixed subjects of the notification (docs/specification.md#7). */
export const NOTIFICATION_TITLES = {
  sales: '[홈페이지] 도입 문의가 접수되었습니다 / New sales inquiry',
  partnership: '[홈페이지] 제휴 제안이 접수되었습니다 / New partnership proposal',
  canary: '[홈페이지] 자동 점검 / Automatic check of the delivery, no customer',
} as const

/** Each spam signal as a sentence, in both languages. */
export const signalSentences: Record<SpamSignal, string> = {
  'too-fast': '양식을 연 지 3초 안에 전송되었습니다. / Sent within three seconds of opening the form.',
  honeypot: '사람에게 보이지 않는 칸이 채워져 있었습니다. / A field that people do not see was filled in.',
  unproven: 'Turnstile 확인 없이 전송되었습니다. / Sent without a Turnstile check, as from a browser without scripts.',
  rejected: 'Turnstile 확인을 통과하지 못했습니다. / The Turnstile check was not passed.',
  unchecked: 'Turnstile 확인 결과를 받지 못했습니다. / The Turnstile check could not be made.',
}

/** How the caller of an inquiry by telephone has agreed, in both languages. */
const consentWays: Record<TelephoneConsent['way'], string> = {
  spoken: '통화 중 구두 동의 / spoken, on the telephone',
  written: '서면 동의 / in writing',
  mail: '이메일 동의 / by e-mail',
}

/** What an inquiry says. */
export interface NotifiedInquiry {
  texts: InquiryTexts
  kind: FormKind
  canary: boolean
  spamSignals: readonly string[]
  privacyVersion: string | null
  /** Null for one of a form. */
  telephone: TelephoneConsent | null
}

/** What became of its files. */
export interface NotifiedFiles {
  /** Of the brand: links to files begin with it. */
  origin: string
  attachments: FileRecord[]
  /** References whose file names could not be looked up. */
  unnamed: string[]
  /** Names of files that could not be sent. */
  missing: string[]
  /** Address of the page where operators find them; null where none is kept here. */
  keptAt: string | null
}

type Markup = ReturnType<typeof html>

/**
 * The notification that the upstream mails: fixed title and HTML body (docs/specification.md#7). The template escapes every value;
 * nothing that a visitor typed becomes a link.
 */
export function writeNotification(
  { texts, kind, canary, spamSignals, privacyVersion, telephone }: NotifiedInquiry,
  { origin, attachments, unnamed, missing, keptAt }: NotifiedFiles,
): { title: string; contents: string } {
  const row = (name: string, value: string | Markup) =>
    html`<tr>
      <th align="left" valign="top">${name}</th>
      <td>${value}</td>
    </tr>`
  const list = (items: (string | Markup)[]) =>
    html`<ul>
      ${items.map((item) => html`<li>${item}</li>`) as Markup[]}
    </ul>`
  const rowUnlessEmpty = (name: string, items: string[]) => (items.length > 0 ? row(name, list(items)) : '')
  const fieldsOf = (part: Part) =>
    filledIn(texts, part).map((name) => {
      const [heading, { value }] = [HEADINGS[name], FIELDS[name]]
      const text = html`${texts[name]}`
      return row(
        Object.values(heading).join(' / '),
        value === 'text' ? html`${raw(String(text).replaceAll('\n', '<br>'))}` : text,
      )
    })
  const links = attachments.map(
    ({ file_key, file_name }) =>
      html`<a href="${origin}/api/file/read/${encodeURIComponent(file_key.toWellFormed())}/download">${file_name}</a>`,
  )
  const contents = html`<table cellpadding="6">
    ${fieldsOf('message')} ${row('첨부 파일 / Attachments', links.length > 0 ? list(links) : '-')}
    ${rowUnlessEmpty('파일 목록을 확인하지 못한 첨부 / Attachments whose names could not be looked up', unnamed)}
    ${rowUnlessEmpty('전송되지 못한 파일 / Files that could not be sent', missing)}
    ${keptAt ? row('보관된 파일 / Where these files are kept', html`<a href="${keptAt}">${keptAt}</a>, npm run inquiries`) : ''}
    ${fieldsOf('sender')}
    ${rowUnlessEmpty(
      '자동 전송 의심 / Possibly sent by a machine',
      spamSignals.map((signal) => signalSentences[signal as SpamSignal] ?? signal),
    )}
    ${row('동의한 개인정보 처리방침 / Privacy policy agreed to', privacyVersion ?? '-')}
    ${telephone ? row('전화로 접수 / Taken by telephone', `${telephone.day}, ${consentWays[telephone.way]}`) : ''}
  </table>`
  return { title: NOTIFICATION_TITLES[canary ? 'canary' : kind], contents: String(contents) }
}
