import { COLOURS } from 'virtual:brand-colours'
import { PERIODS } from 'virtual:legal-periods'
import { defaultBrand } from '../../functions/brand/hosts'
import { FIELDS_ON_PAGES, type Brand, type BrandOnPages } from '../../functions/brand/schema'
import { monthsInWords, processedMonths } from '../../functions/contract/retention'
import type { PageBrand } from '../context/page-context'
import { formatDay } from '../i18n/format'
import type { Locale } from '../i18n/locale'

/**
 * The part of a brand that pages may contain, in one language, with its colours.
 * @throws Error where the build has made no colours for the brand
 */
export function pageBrand(brand: Brand, locale: Locale): PageBrand {
  const { id, mail, indexing, company, name, partners, proof, legal, retention, since, privacy } = brand
  const colours = COLOURS[id]
  if (!colours) throw new Error(`The build has made no colours for the brand ${id}.`)
  const months = processedMonths({ retention })
  const periods = PERIODS[id]
  return {
    ...fieldsOnPages(brand),
    ...colours,
    canonicalOrigin: indexing === 'own' ? brand.origin : defaultBrand.origin,
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
    ...(id !== defaultBrand.id && { partner: true }),
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

const fieldsOnPages = (brand: Brand) =>
  Object.fromEntries(FIELDS_ON_PAGES.map((field) => [field, brand[field]])) as BrandOnPages

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
