import { html } from 'hono/html'
import type { MailSettings } from '../brand/schema.ts'
import { inquiryPage } from '../contract/admin-origins.ts'
import type { MessageFile } from '../contract/conversation.ts'
import { comparedAddress } from '../contract/email-address.ts'
import type { InquiryBody } from '../contract/inquiry-body.ts'
import { languagesFrom, type Locale, type Texts } from '../contract/languages.ts'
import { seoulMinute } from '../contract/seoul.ts'
import { type FieldName, FIELDS, filledIn, FORM_NAMES, HEADINGS } from '../contract/form-fields.ts'

/** A message without sender and recipients. */
export interface Message {
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  /** Name under which the site sends it; without it the address alone. */
  fromName?: string
  replyTo?: string
  /** Whom the inquiry is from, as addresses are compared: to find a mail with personal data while it waits. It is not sent. */
  sender?: string
  /** Files in R2, which the mail takes along. */
  files?: readonly MessageFile[]
}

/** An accepted inquiry, as its messages need it. */
export interface MailedInquiry {
  inquiry: InquiryBody
  /** Of the brand; the visitor's link starts with it. */
  origin: string
  /** Why it may be spam, in sentences. */
  suspicions: string[]
}

/** A paragraph, the address that it leads to, or a field with its value. */
type Part = Texts | { link: string } | { name: Texts; value: string }

const inOneLine = (text: Texts, first: Locale) =>
  languagesFrom(first)
    .map((language) => text[language])
    .join(' / ')
const indented = (value: string) => value.replaceAll('\n', '\n  ')

/** Legible on a phone too, and Korean words stay whole. Mail programs read no style sheet. */
const LOOK = 'max-width:640px;font:16px/1.6 system-ui,sans-serif;word-break:keep-all;overflow-wrap:anywhere'
/** The contents of a mail as every mail of the site looks. */
export const mailBody = (contents: unknown) => html`<div style="${LOOK}">${contents}</div>`

/** Writes a message in all languages, as text and as HTML. The template escapes every value; only links of our own are links. */
function message(subject: Texts, parts: Part[], first: Locale): Message {
  const lines = parts.flatMap((part) => {
    if ('link' in part) return [part.link, '']
    if ('name' in part) return [`${inOneLine(part.name, first)}:`, `  ${indented(part.value)}`, '']
    return [...languagesFrom(first).map((language) => part[language]), '']
  })
  const markup = parts.map((part) => {
    if ('link' in part) return html`<p><a href="${part.link}">${part.link}</a></p>`
    if ('name' in part)
      return html`<p>
        <b>${inOneLine(part.name, first)}</b><br /><span style="white-space:pre-wrap">${part.value}</span>
      </p>`
    return html`${languagesFrom(first).map((language) => html`<p lang="${language}">${part[language]}</p>`)}`
  })
  return { subject: inOneLine(subject, first), text: lines.join('\n'), html: String(mailBody(markup)), headers: {} }
}

const KINDS = {
  sales: {
    text: { ko: '새 도입 문의가 접수되었습니다.', en: 'You have a new sales inquiry.' },
    subject: { ko: '[홈페이지] 도입 문의가 접수되었습니다', en: 'New sales inquiry' },
  },
  partnership: {
    text: { ko: '새 제휴 제안이 접수되었습니다.', en: 'You have a new partnership proposal.' },
    subject: { ko: '[홈페이지] 제휴 제안이 접수되었습니다', en: 'New partnership proposal' },
  },
}
const kindOf = ({ is_home_unite }: InquiryBody) => (is_home_unite ? 'partnership' : 'sales')
const field = (name: Texts, value: string): Part => ({ name, value })

/**
 * To the operator: an inquiry was accepted. It has form, time, receipt and the address of its admin page; where the brand asks for the
 * contents, also the fields of the notification (docs/specification.md#7). It never has an attachment.
 * @param at when it was accepted, in milliseconds since epoch; `origin` of the admin
 */
export function acceptedMessage(
  accepted: MailedInquiry,
  receipt: string,
  at: number,
  { language, contents, origin }: Pick<MailSettings, 'language' | 'contents'> & { origin: string },
): Message {
  const kind = kindOf(accepted.inquiry)
  const { subject, text } = KINDS[kind]
  const parts = [
    text,
    { link: inquiryPage(origin, receipt) },
    field({ ko: '양식', en: 'Form' }, inOneLine(FORM_NAMES[kind], language)),
    field({ ko: '접수 시각', en: 'Received' }, `${seoulMinute(at).replace('T', ' ')} (KST)`),
    field({ ko: '접수 번호', en: 'Receipt number' }, receipt),
    ...(contents ? contentsOf(accepted) : []),
  ]
  const sender = contents && { sender: comparedAddress(accepted.inquiry.inquiry_mail) }
  return { ...message(subject, parts, language), ...sender }
}

/** What the notification says (functions/inquiries/upstream-notification.ts), without links to files. */
function contentsOf({ inquiry, suspicions }: MailedInquiry): Part[] {
  const { file_ref_id, file_ref_id_homepage, held_files } = inquiry
  const hasFiles = file_ref_id !== null || file_ref_id_homepage !== null || held_files.length > 0
  const told = (name: FieldName): Part => ({ name: HEADINGS[name], value: inquiry[name] })
  const message = filledIn(inquiry, 'message')
  const isLong = (name: FieldName) => FIELDS[name].value === 'text'
  return [
    ...message.filter((name) => !isLong(name)).map(told),
    ...filledIn(inquiry, 'sender').map(told),
    hasFiles
      ? { ko: '첨부 파일은 위 페이지에서 확인할 수 있습니다.', en: 'The attachments are on the page above.' }
      : { ko: '첨부 파일이 없습니다.', en: 'It has no attachments.' },
    ...(suspicions.length > 0
      ? [field({ ko: '자동 전송 의심', en: 'Possibly sent by a machine' }, suspicions.join('\n'))]
      : []),
    field({ ko: '동의한 개인정보 처리방침', en: 'Privacy policy agreed to' }, inquiry.privacy_version ?? '-'),
    ...message.filter(isLong).map(told),
  ]
}

/** To the operator: an inquiry could not be delivered. @param reason of the last failure, in words of our own */
export const undeliveredMessage = (origin: string, receipt: string, reason: string, first: Locale): Message =>
  message(
    { ko: '[홈페이지] 문의를 전달하지 못했습니다', en: 'An inquiry could not be delivered' },
    [
      {
        ko: '문의를 전달하지 못했습니다. 내용과 첨부 파일은 보관되어 있으며, 아래 페이지에서 다시 전달할 수 있습니다.',
        en: 'An inquiry could not be delivered. It is kept with its files. Send it again from the page below.',
      },
      { link: inquiryPage(origin, receipt) },
      { name: { ko: '마지막 실패', en: 'Last failure' }, value: reason },
    ],
    first,
  )

/** To the operator: an inquiry has had no answer in the hours that the brand promises. @param origin of the admin */
export const lateMessage = (origin: string, receipt: string, hours: number, first: Locale): Message =>
  message(
    { ko: '[홈페이지] 답변 기한이 지난 문의가 있습니다', en: 'An inquiry has not been answered in time' },
    [
      {
        ko: `접수 후 ${hours}시간이 지났으나 아직 답변하지 않은 문의입니다.`,
        en: `This inquiry has not been answered within ${hours} hours.`,
      },
      { link: inquiryPage(origin, receipt) },
      field({ ko: '접수 번호', en: 'Receipt number' }, receipt),
    ],
    first,
  )

/** To the operator: the visitor, or somebody who was admitted, has replied. It has nothing of what the reply says. @param origin of the admin */
export const replyMessage = (origin: string, receipt: string, first: Locale): Message =>
  message(
    { ko: '[홈페이지] 문의에 회신이 도착했습니다', en: 'There is a reply to an answer' },
    [
      { ko: '답변에 대한 회신이 도착했습니다.', en: 'Somebody has replied to an answer.' },
      { link: inquiryPage(origin, receipt) },
      field({ ko: '접수 번호', en: 'Receipt number' }, receipt),
    ],
    first,
  )

/** To the operator: inquiries have waited for more than 15 minutes. */
export const delayedMessage = (origin: string, queued: number, reason: string | null, first: Locale): Message =>
  message(
    { ko: '[홈페이지] 문의 전달이 지연되고 있습니다', en: 'Inquiries are waiting for delivery' },
    [
      {
        ko: `문의 ${queued}건이 전달을 기다리고 있으며, 가장 오래된 문의는 15분 넘게 기다렸습니다. 전달은 계속 시도합니다.`,
        en: `Inquiries waiting for delivery: ${queued}. The oldest has waited for more than 15 minutes. The site keeps trying.`,
      },
      { link: `${origin}/admin/inquiries?state=queued` },
      { name: { ko: '마지막 실패', en: 'Last failure' }, value: reason ?? '-' },
    ],
    first,
  )

/** To the operator: no inquiry waits for more than 15 minutes any more. */
export const allClearMessage = (origin: string, first: Locale): Message =>
  message(
    { ko: '[홈페이지] 문의 전달 지연이 해소되었습니다', en: 'Inquiries are no longer delayed' },
    [
      {
        ko: '15분 넘게 전달을 기다리는 문의가 더 이상 없습니다.',
        en: 'There are no longer any inquiries that have been waiting for more than 15 minutes.',
      },
      { link: `${origin}/admin` },
    ],
    first,
  )

/** A run of the site that an operator is told of when it stays away. */
export type Run = 'no-delivery' | 'no-destruction'

const RUNS: Record<Run, Record<'away' | 'back', { subject: Texts; text: Texts }>> = {
  'no-delivery': {
    away: {
      subject: { ko: '[홈페이지] 문의 전달 작업이 멈췄습니다', en: 'The delivery of inquiries has stopped' },
      text: {
        ko: '문의를 전달하는 작업이 두 시간 넘게 성공하지 못했습니다. Worker의 크론 설정과 로그를 확인해 주세요.',
        en: 'The run that delivers inquiries every minute has not succeeded for more than two hours. Check the cron triggers and the log of the Worker.',
      },
    },
    back: {
      subject: { ko: '[홈페이지] 문의 전달 작업이 다시 실행됩니다', en: 'The delivery of inquiries is running again' },
      text: { ko: '문의를 전달하는 작업이 다시 실행됩니다.', en: 'The delivery of inquiries is running again.' },
    },
  },
  'no-destruction': {
    away: {
      subject: {
        ko: '[홈페이지] 문의 파기 작업이 멈췄습니다',
        en: 'The destruction of processed inquiries has stopped',
      },
      text: {
        ko: '처리 완료된 문의를 파기하는 작업이 두 시간 넘게 성공하지 못했습니다. Worker의 크론 설정과 로그를 확인해 주세요.',
        en: 'The hourly run that destroys processed inquiries has not succeeded for more than two hours. Check the cron triggers and the log of the Worker.',
      },
    },
    back: {
      subject: {
        ko: '[홈페이지] 문의 파기 작업이 다시 실행됩니다',
        en: 'The destruction of processed inquiries is running again',
      },
      text: {
        ko: '처리 완료된 문의를 파기하는 작업이 다시 실행됩니다.',
        en: 'The hourly destruction of processed inquiries is running again.',
      },
    },
  },
}

/** To the operator: a run stays away for two hours, or is back. */
export function runMessage(run: Run, isAway: boolean, origin: string, first: Locale): Message {
  const { subject, text } = RUNS[run][isAway ? 'away' : 'back']
  return message(subject, [text, { link: `${origin}/admin` }], first)
}

/** To the operator: a webhook has not taken what it was told. @param reason of the last failure, in words of our own */
export const webhookFailedMessage = (origin: string, name: string, reason: string, first: Locale): Message =>
  message(
    { ko: '[홈페이지] 웹훅 전송에 실패했습니다', en: 'A webhook has failed' },
    [
      {
        ko: '웹훅 수신 서버가 알림을 받지 않아 해당 알림의 전송을 중단했습니다. 이후에 발생하는 알림은 계속 전송합니다.',
        en: 'The receiver of a webhook did not take a notification, and the site has given it up. Later ones are still sent.',
      },
      { link: `${origin}/admin` },
      field({ ko: '웹훅', en: 'Webhook' }, name),
      { name: { ko: '마지막 실패', en: 'Last failure' }, value: reason },
    ],
    first,
  )

const CONFIRMED = {
  sales: {
    form: 'request',
    subject: { ko: '문의가 접수되었습니다', en: 'We have received your inquiry' },
    text: {
      ko: '문의가 접수되었습니다. 문의하신 적이 없다면 이 메일을 무시하셔도 됩니다. 처리 현황은 아래 주소에서 확인하실 수 있습니다.',
      en: 'We have received your inquiry. If you did not send one, please ignore this message. You can check the status of your inquiry at the address below.',
    },
  },
  partnership: {
    form: 'affiliate',
    subject: { ko: '제휴 제안이 접수되었습니다', en: 'We have received your partnership proposal' },
    text: {
      ko: '제휴 제안이 접수되었습니다. 제안하신 적이 없다면 이 메일을 무시하셔도 됩니다. 처리 현황은 아래 주소에서 확인하실 수 있습니다.',
      en: 'We have received your partnership proposal. If you did not send one, please ignore this message. You can check the status of your proposal at the address below.',
    },
  },
}

/** Where a person asks for what is kept of him (PIPA 35 to 37). */
const rightsText = (email: string): Texts => ({
  ko: `개인정보의 열람, 정정, 삭제를 원하시면 이메일(${email})로 요청해 주세요. 10일 안에 답변해 드립니다.`,
  en: `To see, correct or delete your personal information, write to ${email}. You will have an answer within ten days.`,
})

/**
 * To the visitor: the inquiry has arrived. It holds nothing that was typed, so that nobody can send words of their own with it.
 * @param onBehalf of `sentOnBehalf`
 */
export function confirmationMessage(
  { inquiry, origin }: MailedInquiry,
  receipt: string,
  first: Locale,
  { onBehalf, rightsTo }: { onBehalf: Texts | null; rightsTo: string },
): Message {
  const { form, subject, text } = CONFIRMED[kindOf(inquiry)]
  const link = { link: `${origin}/support/${form}/complete?receipt=${receipt}` }
  const written = message(subject, [text, link, rightsText(rightsTo), ...(onBehalf ? [onBehalf] : [])], first)
  // RFC 3834, section 5: no machine answers it.
  return { ...written, headers: { 'Auto-Submitted': 'auto-replied' }, sender: comparedAddress(inquiry.inquiry_mail) }
}
