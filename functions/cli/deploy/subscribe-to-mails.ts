import { MAIL_EVENTS } from '../../contract/conversation.ts'
import { run } from '../programs.ts'
import { CONFIG } from '../settings.ts'
import { zoneOf } from './hosts-and-zones.ts'
import type { Release } from './plan.ts'
import type { Survey } from './survey.ts'

/**
 * Has Cloudflare Email Sending put what becomes of mails into the site's queue, once for each sending domain.
 * @throws OperatorError where the domain is not onboarded; the site is live then
 */
export async function subscribeToMails({ names, senders }: Release, { zones, subscribed }: Survey): Promise<void> {
  for (const domain of senders.filter((one) => names.queue !== null && !subscribed.includes(one))) {
    const zone = zoneOf(domain, zones)
    // It is missing otherwise (missing.ts).
    if (!zone) continue
    const source = ['--source', 'email.sending', '--zone-id', zone.id, '--domain', domain]
    const events = MAIL_EVENTS.map((name) => `message.${name}`).join()
    await run(
      'wrangler',
      ['queues', 'subscription', 'create', String(names.queue), ...source, '--events', events, '--config', CONFIG],
      `The site is live. Onboard ${domain} in the dashboard (Compute, Email Service, Email Sending), then run npm run deploy again. Hearing what becomes of its mails`,
      { timeoutMs: 60_000 },
    )
  }
}
