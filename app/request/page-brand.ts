import { COLOURS } from 'virtual:brand-colours'
import { PERIODS } from 'virtual:legal-periods'
import { defaultBrand } from '../../functions/brand/hosts'
import type { Brand } from '../../functions/brand/schema'
import { monthsInWords, processedMonths } from '../../functions/contract/retention'
import type { PageBrand } from '../context/page-context'
import { formatDay } from '../i18n/format'
import type { Locale } from '../i18n/locale'

/**
 * The part of a brand that pages may contain, in one language, with its colours.
 * @throws Error where the build has made no colours for the brand
 */
export function pageBrand(
  {
    hosts: _hosts,
    mail,
    indexing,
    company,
    name,
    partners,
    proof,
    legal,
    retention,
    since,
    privacy,
    answerWithinHours: _promised,
    webhooks: _receivers,
    ...rest
  }: Brand,
  locale: Locale,
): PageBrand {
  const colours = COLOURS[rest.id]
  if (!colours) throw new Error(`The build has made no colours for the brand ${rest.id}.`)
  const months = processedMonths({ retention })
  const periods = PERIODS[rest.id]
  return {
    ...rest,
    ...colours,
    canonicalOrigin: indexing === 'own' ? rest.origin : defaultBrand.origin,
    name: name[locale],
    company: {
      ...company,
      name: company.name[locale],
      representative: company.representative[locale],
      address: company.address[locale],
    },
    legal: Object.fromEntries(Object.entries(legal).map(([wording, words]) => [wording, words[locale]])),
    ...(privacy && {
      privacy: { ...privacy, officer: privacy.officer[locale], department: privacy.department[locale] },
    }),
    ...(since && { since: { day: since, words: formatDay(since, locale) } }),
    ...(rest.id !== defaultBrand.id && { partner: true }),
    ...(mail.contents && { mailContents: true }),
    processedMonths: months,
    processedPeriod: monthsInWords(months, locale),
    ...(periods && {
      periods: Object.fromEntries(
        Object.entries(periods).map(([version, announced]) => [version, monthsInWords(announced, locale)]),
      ),
    }),
    proof: pageProof(proof, locale),
    partners: partners.map((partner) => ({ ...partner, name: partner.name[locale], field: partner.field[locale] })),
  }
}

/** Only what the registry has: the brand is in the data of every page. */
function pageProof(proof: Brand['proof'], locale: Locale): PageBrand['proof'] {
  const claims = (list: Brand['proof']['method']) =>
    list.map(({ title, text }) => ({ title: title[locale], text: text[locale] }))
  const facts = {
    customers: proof.customers.map(({ name, field }) => ({ title: name[locale], text: field[locale] })),
    method: claims(proof.method),
    security: claims(proof.security),
  }
  return {
    ...Object.fromEntries(Object.entries(facts).filter(([, list]) => list.length > 0)),
    ...(proof.answer && { answer: proof.answer[locale] }),
    ...(proof.sampleReport && { sampleReport: true }),
  }
}
