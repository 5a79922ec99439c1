import { z } from 'zod'
import { brandWithId } from '../../brand/hosts.ts'
import { checkForm } from '../../contract/check-form.ts'
import { agreedMonths, inquiryBody } from '../../contract/inquiry-body.ts'
import { startOfDay } from '../../contract/seoul.ts'
import { LOCALES } from '../../contract/languages.ts'
import { NOTED_DAYS, telephoneConsent } from '../../contract/telephone.ts'
import { InvalidBodyError, TakenBeforeError } from '../../errors.ts'
import { accept } from '../../inquiries/accept.ts'
import { newReceipt } from '../../inquiries/receipt.ts'
import { command, type InquiryCall } from '../define-command.ts'
import { onBrand } from '../permissions.ts'

/**
 * Takes an inquiry that somebody has made by telephone: the fields of the form with its checks, accepted as any other.
 * @throws InvalidBodyError with the first field that does not fit, and its message of the form; TakenBeforeError where the form has come
 * before, OtherContentsError where it said something else then
 */
export const takeByTelephone = command({
  input: z.object({
    brand: z.string(),
    kind: z.enum(['sales', 'partnership']),
    /** Chosen by the form, so that what is sent twice is one inquiry. */
    key: z.uuid(),
    receipt: z.uuid().default(newReceipt),
    fields: z.record(z.string(), z.string()),
    consent: telephoneConsent,
    /** Of the privacy policy to which the caller has agreed; null before there is one. */
    policy: z.string().nullable(),
    months: agreedMonths,
    /** In which the caller is answered. */
    language: z.enum(LOCALES),
  }),
  permit: onBrand,
  log: ({ receipt }) => ({ action: 'take-by-telephone', subject: receipt }),
  async run(call: InquiryCall, { brand: brandId, kind, key, receipt, fields, consent, policy, months, language }) {
    const { inquiry, failure } = checkForm(kind, fields)
    if (failure) throw new InvalidBodyError([failure])
    const begins = startOfDay(consent.day)
    const isFit = begins <= call.now.getTime() && begins > call.now.getTime() - (NOTED_DAYS + 1) * 86_400_000
    if (!isFit) throw new InvalidBodyError([{ field: 'consent_day', message: 'consent-day-alert' }])
    const accepted = await accept({
      env: call.env,
      visitor: {
        brandId,
        whiteLabel: brandWithId(brandId).whiteLabel,
        turnstile: null,
        privacyVersions: policy === null ? [] : [policy],
        requestId: call.requestId,
        csrfToken: null,
        locale: language,
      },
      inquiry: inquiryBody.parse({ ...inquiry, privacy_version: policy, processed_months: months }),
      key,
      turnstileToken: null,
      telephone: { receipt, consent },
    })
    if (accepted.receipt !== receipt) throw new TakenBeforeError(accepted.receipt)
    return { receipt }
  },
})
