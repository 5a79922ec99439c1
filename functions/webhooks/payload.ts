import type { Brand, Webhook } from '../brand/schema.ts'
import { eachField, FORM_NAMES } from '../contract/form-fields.ts'
import type { Texts } from '../contract/languages.ts'
import { MARKED_AS_SPAM } from '../contract/spam-signals.ts'
import type { WebhookEvent } from '../contract/webhooks.ts'
import type { InquiryRow } from '../database/inquiry-row.ts'
import type { StoredEvent } from './tell-webhooks.ts'

/** What a webhook is told of an inquiry, as it is when it is sent (docs/contract.md#12). Times are ISO 8601. */
const dataOf = (row: InquiryRow, link: string, withContents: boolean) => ({
  receipt: row.receipt,
  kind: row.kind,
  brand: row.brand_id,
  state: row.state,
  spam: isSpam(row),
  acceptedAt: row.accepted_at,
  deliveredAt: row.delivered_at,
  answeredAt: row.answered_at,
  repliedAt: row.replied_at,
  processedAt: row.processed_at,
  destroyedAt: row.destroyed_at,
  link,
  // None where a remote upstream has taken them, or they are destroyed.
  ...(withContents && row.content !== null && { contents: eachField((field) => row[field] ?? '') }),
})

/** Whether an operator has called it spam. */
const isSpam = ({ spam_signals }: InquiryRow) => (JSON.parse(spam_signals) as string[]).includes(MARKED_AS_SPAM)

const SAID: Record<WebhookEvent, Texts> = {
  'inquiry.accepted': { ko: '접수되었습니다', en: 'received' },
  'inquiry.delivered': { ko: '전달되었습니다', en: 'delivered' },
  'inquiry.undelivered': { ko: '전달되지 못했습니다', en: 'could not be delivered' },
  'inquiry.answered': { ko: '답변되었습니다', en: 'answered' },
  'inquiry.replied': { ko: '고객 회신이 도착했습니다', en: 'the visitor has replied' },
  'inquiry.processed': { ko: '처리 완료되었습니다', en: 'marked as processed' },
  'inquiry.destroyed': { ko: '파기되었습니다', en: 'destroyed' },
}
const SPAM: Texts = { ko: '스팸으로 처리되었습니다', en: 'marked as spam' }
const OPEN: Texts = { ko: '문의 보기', en: 'Open the inquiry' }

/**
 * The body of a call.
 * @param link address of the inquiry's page in the admin
 */
export function payload(
  { format, contents }: Webhook,
  { type, timestamp }: StoredEvent,
  row: InquiryRow,
  link: string,
  { name, mail: { language } }: Pick<Brand, 'name' | 'mail'>,
): string {
  if (format === 'standard')
    return JSON.stringify({ type, timestamp, data: dataOf(row, link, contents && type === 'inquiry.accepted') })
  const said = type === 'inquiry.processed' && isSpam(row) ? SPAM : SAID[type]
  const title = `${name[language]}: ${FORM_NAMES[row.kind][language]}, ${said[language]}`
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
