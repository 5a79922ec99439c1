import { namedValues } from './named-values.ts'

/* Webhooks: what a brand's systems are told of its inquiries (docs/contract.md#12). */

/** What a receiver may ask for. */
export const WEBHOOK_EVENTS = [
  'inquiry.accepted',
  'inquiry.delivered',
  'inquiry.undelivered',
  'inquiry.answered',
  'inquiry.replied',
  'inquiry.processed',
  'inquiry.destroyed',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** `standard`: JSON that is signed as Standard Webhooks says. The others are cards for a channel of that service. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'teams'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** Name of a webhook, under which its secret is found. */
export const WEBHOOK_NAME = /^[a-z][a-z0-9-]*$/
/** Format of the setting WEBHOOK_SECRETS, secrets by name: `crm=whsec_c2VjcmV0, sales=https://hooks.slack.com/services/T0/B0/x`. */
export const WEBHOOK_SECRETS = /^(?:\s*[a-z][a-z0-9-]*=[^\s,]+\s*(?:,|$))*$/

/** A signing key of 24 to 64 bytes in Base64 (Standard Webhooks, "Signature scheme"). */
const SIGNING_SECRET = /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
/** What may be called: over TLS and without a password, or on this machine. */
export const RECEIVER_ADDRESS = /^(?:https:\/\/[^/@]+(?:\/|$)|http:\/\/127\.0\.0\.1[:/])/
const isAddress = (text: string) => RECEIVER_ADDRESS.test(text) && URL.canParse(text)

/**
 * The secret of a webhook: the signing key, `whsec_…`, or for a card the address of the channel, which nobody else may know.
 * @param secrets the setting WEBHOOK_SECRETS
 * @returns null where there is none of that form
 */
export function webhookSecret(secrets: string, name: string, format: WebhookFormat): string | null {
  const secret = namedValues(secrets).find((entry) => entry.name === name)?.value
  if (secret === undefined) return null
  return (format === 'standard' ? SIGNING_SECRET.test(secret) : isAddress(secret)) ? secret : null
}
