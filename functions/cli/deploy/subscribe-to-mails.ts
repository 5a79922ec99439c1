import { MAIL_EVENTS } from '../../contract/conversation.ts'
import { run } from '../programs.ts'
import { CONFIG, OperatorError } from '../settings.ts'
import { zoneOf } from './hosts-and-zones.ts'
import type { Release } from './plan.ts'
import type { Survey } from './survey.ts'

/**
 * Has Cloudflare Email Sending put what becomes of mails into the site's queue, once for each sending domain.
 * @throws OperatorError where the domain is in no zone of the account, or not onboarded; the site is live then
 */
export async function subscribeToMails({ names, senders }: Release, { zones, subscribed }: Survey): Promise<void> {
  for (const domain of senders.filter((one) => names.queue !== null && !subscribed.includes(one))) {
    const zone = zoneOf(domain, zones)
    if (!zone)
      throw new OperatorError(
        `The site is live. A sender (MAIL_FROM, or mail.from of a brand) is in no zone of this account: ${domain}.`,
      )
    const source = ['--source', 'email.sending', '--zone-id', zone.id, '--domain', domain]
    const events = MAIL_EVENTS.map((name) => `message.${name}`).join()
    await run(
      'wrangler',
      ['queues', 'subscription', 'create', String(names.queue), ...source, '--events', events, '--config', CONFIG],
      `The site is live. Subscribing to the mails of ${domain} (dashboard: Compute, Email Service, Email Sending)`,
      { timeoutMs: 60_000 },
    )
  }
}
