import { comparedAddress } from '../contract/email-address.ts'
import type { FormKind } from '../contract/form-fields.ts'
import { FIELD_NAMES, type InquiryTexts } from '../contract/inquiry-fields.ts'
import type { TelephoneConsent } from '../contract/telephone.ts'
import type { Delivery, StagedName } from './inquiry-row.ts'
import { searchGrams } from './inquiry-search-words.ts'

const iso = (at: number) => new Date(at).toISOString()

/** An inquiry as it is accepted. Times are milliseconds since epoch. */
export interface NewInquiry {
  receipt: string
  brandId: string
  whiteLabel: string
  kind: FormKind
  canary: boolean
  locale: string | null
  privacyVersion: string | null
  /** Null for one of a form. */
  telephone: TelephoneConsent | null
  processedMonths: number
  spamSignals: readonly string[]
  key: string
  keyEndsAt: number
  contentsHash: string
  namesHash: string
  acceptedAt: number
  texts: InquiryTexts
  fileRefId: string | null
  fileRefIdHomepage: string | null
  staged: readonly StagedName[]
  /** Ids of its uploads that are here. */
  uploads: readonly string[]
  /** Null where the site's own upstream has received it with this row: then its notification is given. */
  delivery: Delivery | null
  notification: { title: string; contents: string } | null
  /** Until when the first attempt, which begins at once, has it for itself; null where none may begin. */
  attemptUntil: number | null
}

/** The values of its row, in the order of the parameters of `insertInquiry`. */
export function valuesOf(inquiry: NewInquiry): (string | number | null)[] {
  const { acceptedAt, brandId, key, receipt, notification, texts, uploads } = inquiry
  const isHere = notification !== null
  return [
    acceptedAt,
    receipt,
    brandId,
    inquiry.whiteLabel,
    inquiry.kind,
    Number(inquiry.canary),
    isHere ? 'new' : 'queued',
    key,
    inquiry.keyEndsAt,
    inquiry.contentsHash,
    inquiry.namesHash,
    iso(acceptedAt),
    isHere ? iso(acceptedAt) : null,
    Number(isHere),
    inquiry.processedMonths,
    inquiry.locale,
    JSON.stringify(inquiry.spamSignals),
    inquiry.privacyVersion,
    inquiry.staged.length > 0 ? JSON.stringify(inquiry.staged) : null,
    searchGrams(texts),
    inquiry.delivery && JSON.stringify(inquiry.delivery),
    inquiry.delivery && acceptedAt,
    inquiry.attemptUntil,
    notification?.title ?? null,
    notification?.contents ?? null,
    ...FIELD_NAMES.map((name) => texts[name]),
    inquiry.fileRefId,
    inquiry.fileRefIdHomepage,
    JSON.stringify(uploads),
    inquiry.telephone?.day ?? null,
    inquiry.telephone?.way ?? null,
    comparedAddress(texts.inquiry_mail) || null,
  ]
}
