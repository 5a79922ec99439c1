import { brandWithId } from '../brand/hosts.ts'
import type { MailSettings } from '../brand/schema.ts'
import { adminOriginFor } from '../contract/admin-origins.ts'
import { comparedAddress, isMailable } from '../contract/email-address.ts'
import { seoulDay } from '../contract/seoul.ts'
import { type Alert, MAIL_KINDS, type MailKind } from '../contract/mail-kinds.ts'
import { insertMail, NO_RECEIPT } from '../database/mail.ts'
import {
  ifAccepted,
  ifAcceptedAndNotRecent,
  ifAlertChanges,
  ifGivenUp,
  ifNeverAnswered,
  ifUndelivered,
} from '../database/mail-conditions.ts'
import { ifToldReply } from '../database/message.ts'
import type { Env } from '../env.ts'
import * as messages from './messages.ts'
import { missingForMail } from './select-transport.ts'
import { sentOnBehalf } from './sender.ts'

/*
 * The mails about inquiries, as statements that store them (docs/contract.md#10). Each is part of the batch that stores what it tells, so
 * that there is never one without the other. None where mail is off.
 */

type BrandMail = MailSettings & { origin: string }

/** Settings of a brand in the registry, with the origin of the admin, where its operators have a proof; null where mail is off. */
function brandMail(env: Env, brandId: string): BrandMail | null {
  if (missingForMail(env) !== null) return null
  const brand = brandWithId(brandId)
  return { ...brand.mail, origin: adminOriginFor(env.ADMIN_ORIGIN, brand) }
}

interface ToOperators {
  brandId: string
  receipt: string
  event: string
  kind: MailKind
  condition?: Parameters<typeof insertMail>[3]
}

function toOperators(
  env: Env,
  { brandId, receipt, event, kind, condition }: ToOperators,
  now: number,
  write: (brand: BrandMail) => messages.Message,
): D1PreparedStatement[] {
  const brand = brandMail(env, brandId)
  if (!brand || brand.notify.length === 0) return []
  const mail = { brandId, receipt, event, kind, recipients: brand.notify, message: write(brand) }
  return [insertMail(env.DB, mail, now, condition)]
}

/** The mails of an inquiry that the same batch stores: to the operators, and to the visitor where the brand confirms. */
export function mailsOfAccepted(
  env: Env,
  { brandId, receipt }: { brandId: string; receipt: string },
  accepted: messages.MailedInquiry,
  now: number,
): D1PreparedStatement[] {
  const toOperator = toOperators(
    env,
    { brandId, receipt, event: 'accepted', kind: 'accepted', condition: ifAccepted },
    now,
    (brand) => messages.acceptedMessage(accepted, receipt, now, brand),
  )
  const brand = brandMail(env, brandId)
  const address = comparedAddress(accepted.inquiry.inquiry_mail)
  // The form takes addresses to which no mail can be sent from here.
  if (!brand?.confirmation || !isMailable(address)) return toOperator
  const of = brandWithId(brandId)
  const message = messages.confirmationMessage(accepted, receipt, brand.language, {
    onBehalf: sentOnBehalf(of),
    rightsTo: of.privacy?.email ?? of.company.email,
  })
  const kind = 'confirmation'
  const confirmation = { brandId, receipt, event: kind, kind, recipients: [address], message } as const
  return [...toOperator, insertMail(env.DB, confirmation, now, ifAcceptedAndNotRecent(now))]
}

/** The alert that an inquiry has become undelivered, once for each time that it is tried. @param triedSince milliseconds since epoch */
export const mailOfUndelivered = (
  env: Env,
  { brandId, receipt, triedSince }: { brandId: string; receipt: string; triedSince: number },
  reason: string,
  now: number,
): D1PreparedStatement[] =>
  toOperators(
    env,
    {
      brandId,
      receipt,
      event: `undelivered-${triedSince}`,
      kind: 'undelivered',
      condition: ifUndelivered(triedSince),
    },
    now,
    ({ origin, language }) => messages.undeliveredMessage(origin, receipt, reason, language),
  )

/** The mail that tells once that an inquiry has had no answer in the hours that its brand promises. */
export const mailOfLate = (
  env: Env,
  { brandId, receipt }: { brandId: string; receipt: string },
  hours: number,
  now: number,
): D1PreparedStatement[] =>
  toOperators(
    env,
    { brandId, receipt, event: 'late', kind: 'late', condition: ifNeverAnswered },
    now,
    ({ origin, language }) => messages.lateMessage(origin, receipt, hours, language),
  )

/** The mail that tells operators of a reply that the same batch stores. @param since ISO 8601: it is one of a few since then, or none */
export const mailOfReply = (
  env: Env,
  { brandId, receipt, id, at }: { brandId: string; receipt: string; id: string; at: string },
  since: string,
): D1PreparedStatement[] =>
  toOperators(
    env,
    { brandId, receipt, event: `reply-${id}`, kind: 'reply', condition: ifToldReply(id, at, since) },
    Date.parse(at),
    ({ origin, language }) => messages.replyMessage(origin, receipt, language),
  )

/** The mail that tells the sender of a reply what was left out of it, which the same batch stores. @param since as of `mailOfReply` */
export const mailOfLeftOut = (
  env: Env,
  { brandId, receipt, id, at, to }: { brandId: string; receipt: string; id: string; at: string; to: string },
  message: messages.Message,
  since: string,
): D1PreparedStatement[] =>
  missingForMail(env) !== null
    ? []
    : [
        insertMail(
          env.DB,
          { brandId, receipt, event: `left-out-${id}`, kind: 'left-out', recipients: [to], message },
          Date.parse(at),
          ifToldReply(id, at, since),
        ),
      ]

/** The alert that what a webhook was to be told is given up now, in the same batch; once a day. @param now milliseconds since epoch */
export const mailOfWebhookFailed = (
  env: Env,
  { brandId, name }: { brandId: string; name: string },
  reason: string,
  now: number,
): D1PreparedStatement[] =>
  toOperators(
    env,
    {
      brandId,
      receipt: NO_RECEIPT,
      event: `webhook-failed-${name}-${seoulDay(now)}`,
      kind: 'webhook-failed',
      condition: ifGivenUp(name, now),
    },
    now,
    ({ origin, language }) => messages.webhookFailedMessage(origin, name, reason, language),
  )

/** An alert about no inquiry, once until its all-clear, or that all-clear. */
export function mailOfAlert(
  env: Env,
  brandId: string,
  { alert, isOn, again = false }: { alert: Alert; isOn: boolean; again?: boolean },
  now: number,
  write: (brand: { origin: string; language: MailSettings['language'] }) => messages.Message,
): D1PreparedStatement[] {
  const kind: MailKind = isOn ? alert : MAIL_KINDS[alert].allClear
  const condition = again ? undefined : ifAlertChanges(alert, isOn)
  const mail = { brandId, receipt: NO_RECEIPT, event: `${kind}-${now}`, kind, ...(condition && { condition }) }
  return toOperators(env, mail, now, write)
}
