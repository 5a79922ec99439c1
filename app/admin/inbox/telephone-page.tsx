import { brands, brandWithId } from '../../../functions/brand/hosts'
import { commands } from '../../../functions/commands/table'
import type { FormKind } from '../../../functions/contract/form-fields'
import { inquiryFilters } from '../../../functions/contract/inquiry-filters'
import { brandIdOf } from '../../../functions/contract/scope'
import { telephoneConsent } from '../../../functions/contract/telephone'
import {
  ApiError,
  InvalidBodyError,
  NotFoundError,
  OtherContentsError,
  PolicyChangedError,
  TakenBeforeError,
} from '../../../functions/errors'
import { LOCALES } from '../../i18n/locale'
import { callOf } from '../command-call'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { adminTexts } from '../frame/texts'
import { readTexts } from '../posted'
import { inquiryAddress } from './address'
import { type Refused, TelephoneForm } from './telephone-form'

/** For which brand, and which of its forms. An operator of one brand has no choice of the brand. */
function askedFor(c: PageContext): { brand: (typeof brands)[number]; kind: FormKind } {
  const { brand: asked, kind } = inquiryFilters.parse(c.req.query())
  const brand = brandWithId(brandIdOf(c.var.scope) ?? asked ?? '')
  return { brand, kind: kind === 'partnership' && brand.features.partnershipForm ? kind : 'sales' }
}

/** `GET /admin/inquiries/new`: the fields of a form, for what somebody says on the telephone. */
export function telephonePage(
  c: PageContext,
  refused: Refused | null = null,
  status: 200 | 409 | 422 | 500 = 200,
): Promise<Response> {
  const { locale, scope } = c.var
  const t = adminTexts(locale).getFixedT(null, 'inbox')
  return adminPage(
    c,
    { title: t('telephone.title'), lead: t('telephone.lead'), section: 'inbox', status },
    <TelephoneForm
      {...askedFor(c)}
      isBrandOpen={brandIdOf(scope) === null}
      policy={c.env.visitor.privacyVersions[0] ?? null}
      refused={refused}
      locale={locale}
    />,
  )
}

/** `POST /admin/inquiries/new`: accepts it as a visitor's, or shows the form again with what was typed. */
export async function postTelephone(c: PageContext): Promise<Response> {
  const values: Record<string, string> = {}
  for (const [name, value] of await readTexts(c)) values[name] ??= String(value)
  const named = values.brand ?? brandIdOf(c.var.scope) ?? ''
  const refuse = (field: string | null, problem: string, status: 409 | 422 | 500 = 422) =>
    telephonePage(c, { field, problem, values }, status)
  const { kind } = inquiryFilters.parse(c.req.query())
  try {
    const policy = values.privacy_version || null
    if (policy !== null && !c.env.visitor.privacyVersions.includes(policy)) throw new PolicyChangedError()
    const { data: consent, error } = telephoneConsent.safeParse({ day: values.consent_day, way: values.consent_way })
    if (error) return await refuse(error.issues[0]?.path[0] === 'way' ? 'consent_way' : 'consent_day', 'consent-alert')
    const { receipt } = await commands['take-by-telephone'].perform(callOf(c), {
      brand: named,
      kind: kind ?? 'sales',
      key: values.key ?? '',
      fields: values,
      consent,
      policy,
      months: Number(values.processed_months),
      language: LOCALES.find((one) => one === values.language) ?? c.var.locale,
    })
    return seeOther(inquiryAddress(receipt, {}))
  } catch (error) {
    if (error instanceof TakenBeforeError) return seeOther(inquiryAddress(error.receipt, {}))
    if (error instanceof OtherContentsError) return refuse(null, 'sent')
    if (error instanceof PolicyChangedError) return refuse('privacy_consent', 'policy')
    if (error instanceof InvalidBodyError) {
      const [first] = error.errors
      return refuse(first?.field ?? null, first?.message ?? '')
    }
    if (error instanceof ApiError && !(error instanceof NotFoundError)) return refuse(null, 'failed', 500)
    throw error
  }
}
