import type { Brand } from '../brand/schema.ts'
import type { FormKind } from '../contract/form-fields.ts'
import type { Texts } from '../contract/languages.ts'
import type { WebhookEvent, WebhookFormat } from '../contract/webhooks.ts'
import type { InquiryRow } from '../database/inquiry-row.ts'
import type { StoredEvent } from './tell-webhooks.ts'

/** What a webhook is told of an inquiry, as it is when it is sent (docs/contract.md#12). Times are ISO 8601. */
const dataOf = (row: InquiryRow, link: string, { contents }: StoredEvent) => ({
  receipt: row.receipt,
  kind: row.kind,
  brand: row.brand_id,
  state: row.state,
  acceptedAt: row.accepted_at,
  deliveredAt: row.delivered_at,
  answeredAt: row.answered_at,
  repliedAt: row.replied_at,
  processedAt: row.processed_at,
  destroyedAt: row.destroyed_at,
  link,
  ...(contents && row.state !== 'destroyed' && { contents }),
})

const FORM: Record<FormKind, Texts> = {
  sales: { ko: '도입 문의', en: 'Sales inquiry' },
  partnership: { ko: '제휴 제안', en: 'Partnership proposal' },
}

const SAID: Record<WebhookEvent, Texts> = {
  'inquiry.accepted': { ko: '접수되었습니다', en: 'received' },
  'inquiry.delivered': { ko: '전달되었습니다', en: 'delivered' },
  'inquiry.undelivered': { ko: '전달되지 못했습니다', en: 'could not be delivered' },
  'inquiry.answered': { ko: '답변되었습니다', en: 'answered' },
  'inquiry.replied': { ko: '고객 회신이 도착했습니다', en: 'the visitor has replied' },
  'inquiry.processed': { ko: '처리 완료되었습니다', en: 'marked as processed' },
  'inquiry.destroyed': { ko: '파기되었습니다', en: 'destroyed' },
}
const OPEN: Texts = { ko: '문의 보기', en: 'Open the inquiry' }

/**
 * The body of a call.
 * @param link address of the inquiry's page in the admin
 */
export function payload(
  format: WebhookFormat,
  event: StoredEvent,
  row: InquiryRow,
  link: string,
  { name, mail: { language } }: Pick<Brand, 'name' | 'mail'>,
): string {
  if (format === 'standard')
    return JSON.stringify({ type: event.type, timestamp: event.timestamp, data: dataOf(row, link, event) })
  const title = `${name[language]}: ${FORM[row.kind][language]}, ${SAID[event.type][language]}`
  const card = { title, receipt: row.receipt, link, open: OPEN[language] }
  return JSON.stringify(format === 'slack' ? slackCard(card) : teamsCard(card))
}

interface Card {
  title: string
  receipt: string
  link: string
  open: string
}

/** A message of Slack's incoming webhooks (docs.slack.dev, "Sending messages using incoming webhooks"). */
const slackCard = ({ title, receipt, link, open }: Card) => ({
  text: `*${slackText(title)}*\n${receipt}\n<${link}|${open}>`,
})
const slackText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** An Adaptive Card, as the Workflows of Teams take it (learn.microsoft.com, "Create incoming webhooks with Workflows"). */
const teamsCard = ({ title, receipt, link, open }: Card) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'TextBlock', text: title, weight: 'Bolder', wrap: true },
          { type: 'TextBlock', text: receipt, wrap: true },
        ],
        actions: [{ type: 'Action.OpenUrl', title: open, url: link }],
      },
    },
  ],
})
