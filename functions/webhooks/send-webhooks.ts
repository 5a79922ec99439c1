import { Webhook as Signer } from 'standardwebhooks'
import { brands } from '../brand/hosts.ts'
import type { Brand, Webhook } from '../brand/schema.ts'
import { adminOriginFor, inquiryPage } from '../contract/admin-origins.ts'
import { afterFailure, DELIVERY_PERIOD_MS, type Failure } from '../contract/retry-schedule.ts'
import { webhookSecret } from '../contract/webhooks.ts'
import { type InquiryRow, readInquiryRow } from '../database/inquiry-row.ts'
import {
  type ClaimedMail,
  claimWebhook,
  giveUpWebhooks,
  lostMailClaims,
  writeHandedOver,
  writeMailFailed,
} from '../database/mail.ts'
import type { Env } from '../env.ts'
import { mailOfWebhookFailed } from '../mail/store-mails.ts'
import { payload } from './payload.ts'
import type { StoredEvent } from './tell-webhooks.ts'

/** How long a receiver may take to answer, and how long an attempt has what it sends for itself. */
const DEADLINE_MS = 10_000
const CLAIM_MS = 3 * DEADLINE_MS
/** Receivers that are told at the same time: a Worker has six connections, and deliveries have four of them. */
const AT_ONCE = 2
/** How long one receiver is told in a run: what it leaves, however slowly it takes it, waits for the next one. */
const RECEIVER_MS = 10_000
/** Attempts whose claim has run out that a run looks at. */
const LOST_MAX = 100

/**
 * Tells the webhooks what is due, each until the first failure or for ten seconds, so that neither one that is down nor a slow one keeps others
 * waiting, and gives up what is due for eight days. Safe to run several times at once.
 * @param until milliseconds since epoch
 */
export async function sendDueWebhooks(env: Env, until: number): Promise<void> {
  const all = brands.flatMap((brand) => brand.webhooks.map((webhook) => ({ brand, webhook })))
  await settleLost(env)
  await giveUpOld(env, all)
  if (all.length === 0) return
  // Each minute begins with another one, so that none is always behind those that hang.
  const first = Math.floor(Date.now() / 60_000) % all.length
  const waiting = [...all.slice(first), ...all.slice(0, first)]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next && Date.now() < until; next = waiting.shift())
        await tellOne(env, next, Math.min(until, Date.now() + RECEIVER_MS))
    }),
  )
}

interface Receiver {
  brand: Brand
  webhook: Webhook
}

/** Tells one what is due for it, until then or the first failure. */
async function tellOne(env: Env, receiver: Receiver, until: number): Promise<void> {
  while (Date.now() < until) if (!(await tellNext(env, receiver))) return
}

/** @returns whether another one may follow */
async function tellNext(env: Env, { brand, webhook }: Receiver): Promise<boolean> {
  const now = Date.now()
  const claimed = await claimWebhook<StoredEvent>(
    env.DB,
    { brandId: brand.id, name: webhook.secret },
    now,
    now + CLAIM_MS,
  )
  if (!claimed) return false
  const row = await readInquiryRow(env.DB, claimed.receipt)
  // It was destroyed meanwhile, and what waited went with it.
  if (!row || (row.state === 'destroyed' && claimed.message.type !== 'inquiry.destroyed')) return true
  const { failure, answer } = await call(env, { brand, webhook }, claimed, row).catch(unreachable)
  if (failure !== null) await writeFailed(env, claimed, failure, answer)
  else await writeHandedOver(env.DB, claimed, said(claimed, answer), Date.now()).run()
  return failure === null
}

/** What operators read of an attempt. */
const said = ({ brandId, recipients: [name = ''], message: { type } }: ClaimedMail<StoredEvent>, answer: string) =>
  `${name} (${brandId}), ${type}: ${answer}`

/** What became of a call, null where the receiver has taken it, and why, in words of our own. */
interface Outcome {
  failure: Failure | null
  answer: string
}

/** The receiver knows by `webhook-id` what it was told before, so that an unknown outcome is one more attempt. */
const unreachable = (error: unknown): Outcome => ({
  failure: 'unavailable',
  answer:
    error instanceof Error && error.name === 'TimeoutError'
      ? `There was no answer within ${DEADLINE_MS / 1000} seconds.`
      : 'There was no connection, or it was lost.',
})

/**
 * Calls a receiver once (github.com/standard-webhooks, "Spec"): any answer of 2xx has taken it, a redirect is not followed, and after 410 it is
 * not told again.
 * @throws TypeError, DOMException where it does not answer
 */
async function call(
  env: Env,
  { brand, webhook }: Receiver,
  { receipt, event, message }: ClaimedMail<StoredEvent>,
  row: InquiryRow,
): Promise<Outcome> {
  const secret = webhookSecret(env.WEBHOOK_SECRETS, webhook.secret, webhook.format)
  if (secret === null) return { failure: 'unavailable', answer: 'WEBHOOK_SECRETS has no secret of this name and form.' }
  const link = inquiryPage(adminOriginFor(env.ADMIN_ORIGIN, brand), receipt)
  const body = payload(webhook, message, row, link, brand)
  const id = `msg_${receipt}_${event}`
  const response = await fetch(webhook.url ?? secret, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'VCP-X-Home/1.0 (Webhooks)',
      ...(webhook.format === 'standard' && signature(secret, id, body)),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
  await response.body?.cancel()
  return {
    failure: response.ok ? null : response.status === 410 ? 'rejected' : 'unavailable',
    answer: `The receiver answered ${response.status}.`,
  }
}

function signature(secret: string, id: string, body: string): Record<string, string> {
  const now = new Date()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Signer(secret).sign(id, now, body),
  }
}

/** An attempt whose claim ran out may have been taken; the receiver knows it again. */
async function settleLost(env: Env): Promise<void> {
  for (const claimed of await lostMailClaims<StoredEvent>(env.DB, true, Date.now(), LOST_MAX))
    await writeFailed(env, claimed, 'unavailable', 'The attempt was interrupted.')
}

/** Writes how an attempt failed, and tells operators of what is given up. */
async function writeFailed(
  env: Env,
  claimed: ClaimedMail<StoredEvent>,
  failure: Failure,
  answer: string,
): Promise<void> {
  const now = Date.now()
  const next = afterFailure(failure, { ...claimed, since: claimed.createdAt }, now)
  const { brandId, recipients } = claimed
  await env.DB.batch([
    writeMailFailed(env.DB, claimed, { ...next, answer: said(claimed, answer) }, now),
    ...(next.nextAt === null ? mailOfWebhookFailed(env, { brandId, name: recipients[0] ?? '' }, answer, now) : []),
  ])
}

/** Gives up what has waited for as long as mails are tried, and tells operators. */
async function giveUpOld(env: Env, all: readonly Receiver[]): Promise<void> {
  const now = Date.now()
  await env.DB.batch([
    giveUpWebhooks(env.DB, now - DELIVERY_PERIOD_MS, now),
    ...all.flatMap(({ brand, webhook }) =>
      mailOfWebhookFailed(env, { brandId: brand.id, name: webhook.secret }, 'It was not taken within eight days.', now),
    ),
  ])
}
