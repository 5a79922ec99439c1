import { html, raw } from 'hono/html'
import type { InquiryBody } from '../contract/inquiry.ts'
import type { Remark } from '../inquiry/spam-signal.ts'

/** Fixed subjects of the notification (spec 7). */
export const NOTIFICATION_TITLES = {
  sales: '[홈페이지] 도입 문의가 접수되었습니다 / New sales inquiry',
  partnership: '[홈페이지] 제휴 제안이 접수되었습니다 / New partnership proposal',
} as const

const REMARKS: Record<Remark, string> = {
  hasty: '양식을 연 지 3초 안에 전송되었습니다. / Sent within three seconds of opening the form.',
  unproven: 'Turnstile 확인 없이 전송되었습니다. / Sent without a Turnstile check, as from a browser without scripts.',
  unchecked: 'Turnstile 확인 결과를 받지 못했습니다. / The Turnstile check could not be made.',
}

export interface Attachment {
  file_key: string
  file_name: string
}

export interface NotificationInput {
  inquiry: InquiryBody
  /** Origin of the brand, from the registry; download links start with it. */
  origin: string
  attachments: Attachment[]
  /** References whose file names could not be looked up. */
  unnamed: string[]
  /** Names of files that could not be brought along. */
  missing: string[]
  /** What speaks for a machine. */
  remarks: Remark[]
  /** Version of the privacy policy agreed to. */
  privacyVersion: string | null
}

type Markup = ReturnType<typeof html>

/**
 * The notification that the upstream mails: its fixed title and an HTML body with title, content, attachment links, company, contact,
 * e-mail and phone (spec 7). Every value is escaped by the template; nothing a visitor typed becomes a link.
 */
export function writeNotification({
  inquiry,
  origin,
  attachments,
  unnamed,
  missing,
  remarks,
  privacyVersion,
}: NotificationInput): { title: string; contents: string } {
  const row = (name: string, value: string | Markup) =>
    html`<tr>
      <th align="left" valign="top">${name}</th>
      <td>${value}</td>
    </tr>`
  const links = attachments.map(
    ({ file_key, file_name }) =>
      html`<li>
        <a href="${origin}/api/file/read/${encodeURIComponent(file_key.toWellFormed())}/download">${file_name}</a>
      </li>`,
  )
  const items = (names: string[]) => names.map((name) => html`<li>${name}</li>`)
  const list = (entries: (Markup | Promise<Markup>)[]) =>
    html`<ul>
      ${entries as Markup[]}
    </ul>`
  const contents = html`<table cellpadding="6">
    ${row('제목 / Title', inquiry.subject)}
    ${row('내용 / Content', raw(String(html`${inquiry.content}`).replaceAll('\n', '<br>')) as Markup)}
    ${row('첨부 파일 / Attachments', links.length > 0 ? list(links) : '-')}
    ${unnamed.length > 0 ? row('파일 목록을 확인하지 못한 첨부 / Attachments whose names could not be looked up', list(items(unnamed))) : ''}
    ${missing.length > 0 ? row('전송되지 못한 파일 / Files that could not be sent', list(items(missing))) : ''}
    ${row('회사 / Company', inquiry.company_name)} ${row('담당자 / Contact', inquiry.user_name)}
    ${row('이메일 / E-mail', inquiry.inquiry_mail)} ${row('전화번호 / Phone', inquiry.phone_number_homepage)}
    ${remarks.length > 0 ? row('자동 전송 의심 / Possibly sent by a machine', list(items(remarks.map((remark) => REMARKS[remark])))) : ''}
    ${row('동의한 개인정보 처리방침 / Privacy policy agreed to', privacyVersion ?? '-')}
  </table>`
  return { title: NOTIFICATION_TITLES[inquiry.is_home_unite ? 'partnership' : 'sales'], contents: String(contents) }
}
