import { v4 as uuid, v5, validate } from 'uuid'
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
import { languageCookie } from '../../request/preference-cookies'
import { callOf } from '../command-call'
import { withQuery } from '../frame/addresses'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { textsIn } from '../frame/texts'
import { readTexts } from '../posted'
import { inquiryAddress, TELEPHONE } from './address'
import { TELEPHONE_FORM, TelephoneForm } from './telephone-form'
import type { Typed } from './telephone-typed'

interface Form {
  brand: (typeof brands)[number]
  kind: FormKind
}

/** The form of which brand, and which of its forms. An operator of one brand has no choice of the brand. */
function formOf(c: PageContext, asked: { brand?: string | undefined; kind?: string | undefined }): Form {
  const { brand: named, kind } = inquiryFilters.parse({ brand: asked.brand, kind: asked.kind })
  const brand = brandWithId(brandIdOf(c.var.scope) ?? named ?? '')
  return { brand, kind: kind === 'partnership' && brand.features.partnershipForm ? kind : 'sales' }
}

/** `GET /admin/inquiries/new`: an empty form. Its key is in the address, so that it is the same after the browser's Back. */
export async function telephonePage(c: PageContext): Promise<Response> {
  const query = c.req.query()
  const { key = '' } = query
  return validate(key)
    ? formPage(c, formOf(c, query), key, null)
    : seeOther(withQuery(TELEPHONE, { ...query, key: uuid() }))
}

function formPage(
  c: PageContext,
  form: Form,
  formKey: string,
  typed: Typed | null,
  status: 200 | 409 | 422 | 500 = 200,
): Promise<Response> {
  const { locale, scope } = c.var
  const t = textsIn(locale, 'inbox')
  return adminPage(
    c,
    { title: t('telephone.title'), lead: t('telephone.lead'), section: 'inbox', status, form: TELEPHONE_FORM },
    <TelephoneForm
      {...form}
      isBrandOpen={brandIdOf(scope) === null}
      formKey={formKey}
      policy={c.env.visitor.privacyVersions[0] ?? null}
      typed={typed}
      locale={locale}
    />,
  )
}

/**
 * `POST /admin/inquiries/new`: accepts it as a visitor's, or shows the form again with what was typed. `action` is `choose` for the form of
 * the chosen brand and kind, or a language.
 */
export async function postTelephone(c: PageContext): Promise<Response> {
  const values: Record<string, string> = {}
  for (const [name, value] of await readTexts(c)) values[name] ??= value
  const query = c.req.query()
  const shown = formOf(c, query)
  const form = formOf(c, { ...query, ...values })
  const { key: sent = '' } = values
  const key = validate(sent) ? sent : uuid()
  const again = (field: string | null, problem: string | null, status: 200 | 409 | 422 | 500 = 422) =>
    // The next key follows from this one, so that the page is the same where the browser sends its form again.
    formPage(c, form, problem === 'sent' ? v5('another', key) : key, { field, problem, values }, status)
  const isOther = form.brand !== shown.brand || form.kind !== shown.kind
  // The caller has agreed to what the other form says.
  if (isOther) delete values.privacy_consent
  const language = LOCALES.find((one) => one === values.action)
  if (language) {
    c.set('locale', language)
    const page = await again(null, isOther ? 'changed' : null, 200)
    page.headers.append('set-cookie', languageCookie(new URL(c.req.url), language))
    return page
  }
  if (isOther || values.action === 'choose') return again(null, isOther ? 'changed' : null, 200)
  try {
    const policy = values.privacy_version || null
    if (policy !== null && !c.env.visitor.privacyVersions.includes(policy)) throw new PolicyChangedError()
    const { data: consent, error } = telephoneConsent.safeParse({ day: values.consent_day, way: values.consent_way })
    if (error) return await again(error.issues[0]?.path[0] === 'way' ? 'consent_way' : 'consent_day', 'consent-alert')
    const { receipt } = await commands['take-by-telephone'].perform(callOf(c), {
      brand: values.brand ?? form.brand.id,
      kind: form.kind,
      key,
      fields: values,
      consent,
      policy,
      months: Number(values.processed_months),
      language: LOCALES.find((one) => one === values.language) ?? c.var.locale,
    })
    return seeOther(inquiryAddress(receipt, {}))
  } catch (error) {
    if (error instanceof TakenBeforeError) return seeOther(inquiryAddress(error.id, {}))
    if (error instanceof OtherContentsError) return again(null, 'sent')
    if (error instanceof PolicyChangedError) return again('privacy_consent', 'policy')
    if (error instanceof InvalidBodyError) {
      const [first] = error.errors
      return again(first?.field ?? null, first?.message ?? '')
    }
    if (error instanceof ApiError && !(error instanceof NotFoundError)) return again(null, 'failed', 500)
    throw error
  }
}
